import streamlit as st

st.set_page_config(page_title="Tic Tac Toe")
st.title("Tic Tac Toe")

WIN = [[0, 1, 2], [3, 4, 5], [6, 7, 8], [0, 3, 6], [1, 4, 7], [2, 5, 8], [0, 4, 8], [2, 4, 6]]

if "board" not in st.session_state:
    st.session_state.board = [""] * 9
if "winner" not in st.session_state:
    st.session_state.winner = None


def check(b):
    for x, y, z in WIN:
        if b[x] == b[y] == b[z] and b[x] != "":
            return b[x]
    if "" not in b:
        return "Draw"
    return None


def get_best_move(b):
    """The app is O."""
    for i in range(9):
        if b[i] == "":
            copy = b[:]
            copy[i] = "O"
            if check(copy) == "O":
                return i
    for i in range(9):
        if b[i] == "":
            copy = b[:]
            copy[i] = "X"
            if check(copy) == "X":
                return i
    for i in [4, 0, 2, 6, 8]:
        if b[i] == "":
            return i
    for i in range(9):
        if b[i] == "":
            return i
    return None


def click(i):
    b = st.session_state.board
    if b[i] == "" and st.session_state.winner is None:
        b[i] = "X"
        st.session_state.winner = check(b)
        if st.session_state.winner is None:
            b[get_best_move(b)] = "O"
            st.session_state.winner = check(b)


columns = st.columns(3)
for i in range(9):
    with columns[i % 3]:
        st.button(st.session_state.board[i] or " ", key=f"cell{i}", on_click=click, args=(i,))

if st.session_state.winner:
    st.success(f"Result: {st.session_state.winner}")
