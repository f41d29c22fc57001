/** Short quiet tones for a stone and for the end of a game: off until they are wanted, and made without a file. */

import { button, put, toggle } from "./dom.ts";
import { t } from "./language.ts";
import { prefer, preference } from "./store.ts";

type Sound = "stone" | "win" | "draw" | "loss";

/** The tones of a sound: their frequencies in hertz, one after the other. */
const TONES = { stone: [392], win: [523, 659, 784], draw: [440, 440], loss: [392, 330, 262] };
const [SECONDS, APART, LOUDNESS] = [0.12, 0.11, 0.06];

let context: AudioContext | null = null;

/** Make a sound, if sounds are wanted; a browser allows none before the visitor has touched the page. */
export function playSound(sound: Sound) {
  if (!wanted() || !navigator.userActivation?.hasBeenActive) return;
  context ??= new AudioContext();
  for (const [index, frequency] of TONES[sound].entries()) tone(context, frequency, index * APART);
}

/** @param delay seconds */
function tone(audio: AudioContext, frequency: number, delay: number) {
  const [oscillator, gain, start] = [audio.createOscillator(), audio.createGain(), audio.currentTime + delay];
  oscillator.frequency.value = frequency;
  gain.gain.setValueAtTime(0, start);
  gain.gain.linearRampToValueAtTime(LOUDNESS, start + 0.01);
  gain.gain.exponentialRampToValueAtTime(0.0001, start + SECONDS);
  oscillator.connect(gain).connect(audio.destination);
  oscillator.start(start);
  oscillator.stop(start + SECONDS);
}

function wanted() {
  return preference("sounds", "off") === "on";
}

/** Offer sounds in a place, once: not where the visitor has turned them on or off, or was offered them before. */
export function offerSounds(place: Element) {
  if (preference("sounds", "") !== "") return;
  prefer("sounds", "off");
  const turn = () => {
    prefer("sounds", "on");
    put(place);
    playSound("win");
  };
  put(place, button(t("Sounds on"), turn, { class: "button small" }));
}

/** Return the switch; turned on, it lets a stone be heard. */
export function soundSwitch() {
  return toggle(t("Sounds"), wanted(), (on) => {
    prefer("sounds", on ? "on" : "off");
    playSound("stone");
  });
}
