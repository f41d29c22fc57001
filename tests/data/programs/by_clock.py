def ganador(tablero, quien):
    lineas = tablero + [list(c) for c in zip(*tablero)] + [[tablero[i][i] for i in range(3)], [tablero[i][2 - i] for i in range(3)]]
    return [quien] * 3 in lineas


def libres(tablero):
    return [(i, j) for i in range(3) for j in range(3) if tablero[i][j] == " "]


def minimax(tablero, profundidad, maximiza):
    if ganador(tablero, "O"):
        return 1
    if ganador(tablero, "X"):
        return -1
    if not libres(tablero) or profundidad == 0:
        return 0
    valores = []
    for i, j in libres(tablero):
        tablero[i][j] = "O" if maximiza else "X"
        valores.append(minimax(tablero, profundidad - 1, not maximiza))
        tablero[i][j] = " "
    return max(valores) if maximiza else min(valores)


def IA_movimiento(tablero):
    mejor, valor = None, -2
    for i, j in libres(tablero):
        tablero[i][j] = "O"
        nuevo = minimax(tablero, 9, False)
        tablero[i][j] = " "
        if nuevo > valor:
            mejor, valor = (i, j), nuevo
    return mejor


if __name__ == "__main__":
    print(IA_movimiento([[" "] * 3 for _ in range(3)]))
