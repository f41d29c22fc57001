"""Sounds: off until they are wanted, and then for every stone and for the end of a game."""

from playwright.sync_api import expect

from tests.browser.conftest import Visit

LISTEN = """
window.tones = [];
const { createOscillator } = BaseAudioContext.prototype;
BaseAudioContext.prototype.createOscillator = function () {
  const made = createOscillator.call(this);
  const { start } = made;
  made.start = function (at) {
    window.tones.push(Math.round(made.frequency.value));
    start.call(made, at);
  };
  return made;
};
"""


def test_sounds(visit: Visit) -> None:
    visitor = visit(fresh=True)
    visitor.context.add_init_script(LISTEN)
    visitor.new_game(o="first")
    visitor.play("c2")
    assert visitor.page.evaluate("tones") == []
    visitor.open_menu()
    visitor.switch("Sounds")
    assert visitor.page.evaluate("tones") == [392]  # which lets a stone be heard
    visitor.play("b2")
    expect(visitor.cell("b1")).to_have_accessible_name("b1, O, last move")
    assert 2 <= visitor.page.evaluate("tones.length") <= 3  # the reply may come with the move
    visitor.page.evaluate("tones.length = 0")
    visitor.play("a2")
    expect(visitor.status).to_have_text("You win with a2 b2 c2")
    assert sorted(visitor.page.evaluate("tones")) == [392, 523, 659, 784]

    visitor.open("/board?game=3,3,3")  # where nothing has been touched yet
    expect(visitor.page.get_by_role("switch", name="Sounds")).to_be_checked()
    assert visitor.page.evaluate("tones") == []
    visitor.play("a1")
    assert visitor.page.evaluate("tones") == [392]
    visitor.switch("Sounds", on=False)
    visitor.play("b2")
    assert visitor.page.evaluate("tones") == [392]
