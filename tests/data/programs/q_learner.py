"""Reinforcement learning project: the agent learns by playing against itself, then you can play it."""
import random

random.seed(2021)

EPISODES = 3000
ALPHA = 0.4
GAMMA = 0.9
EPSILON = 0.3
Q = {}


def lines():
    for i in range(3):
        yield 3 * i, 3 * i + 1, 3 * i + 2
        yield i, i + 3, i + 6
    yield 0, 4, 8
    yield 2, 4, 6


def winner(state):
    for a, b, c in lines():
        if state[a] != 0 and state[a] == state[b] == state[c]:
            return state[a]
    return 0


def actions(state):
    return [i for i in range(9) if state[i] == 0]


def get_q(state, action):
    return Q.get((tuple(state), action), 0.0)


def best_value(state):
    return max((get_q(state, a) for a in actions(state)), default=0.0)


def play(state, action, player):
    after = list(state)
    after[action] = player
    return after


def train():
    for _ in range(EPISODES):
        state, player = [0] * 9, 1
        while True:
            if random.random() < EPSILON:
                action = random.choice(actions(state))
            else:
                action = choose_action(state)
            after = play(state, action, player)
            # the next state is seen with the other player's eyes
            turned = [-v for v in after] if player == 1 else after
            if winner(after):
                target = 1.0
            elif not actions(after):
                target = 0.0
            else:
                target = -GAMMA * best_value([-v for v in after])
            key = (tuple(state), action)
            Q[key] = Q.get(key, 0.0) + ALPHA * (target - Q.get(key, 0.0))
            if winner(after) or not actions(after):
                break
            state = [-v for v in after]


def choose_action(state):
    """state: 9 numbers, 1 is the agent, -1 the enemy, 0 free"""
    best = best_value(state)
    for a in actions(state):
        if get_q(state, a) == best:
            return a


print("training...")
train()
print("learned", len(Q), "values")

if __name__ == "__main__":
    s = [0] * 9
    while actions(s) and not winner(s):
        s[int(input("0-8? "))] = -1
        if actions(s) and not winner(s):
            s[choose_action(s)] = 1
        print(s[0:3], s[3:6], s[6:9])
