class CornerPolicy:
    """A policy in OpenSpiel's form: a probability for each legal action."""

    def action_probabilities(self, state, player_id=None):
        legal = state.legal_actions(state.current_player() if player_id is None else player_id)
        corners = [action for action in legal if action in (0, 2, 6, 8)]
        chosen = corners or legal
        return {action: 1 / len(chosen) if action in chosen else 0.0 for action in legal}
