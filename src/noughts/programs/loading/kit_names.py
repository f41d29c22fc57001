"""What window kits name: their constants, and what `from ... import *` brings into a program."""

import string

_TK_WORDS = """
    N S W E NW SW NE SE NS EW NSEW CENTER NONE X Y BOTH LEFT TOP RIGHT BOTTOM RAISED SUNKEN FLAT RIDGE GROOVE SOLID
    HORIZONTAL VERTICAL NUMERIC CHAR WORD BASELINE INSIDE OUTSIDE SEL END INSERT CURRENT ANCHOR ALL NORMAL DISABLED
    ACTIVE HIDDEN CASCADE CHECKBUTTON COMMAND RADIOBUTTON SEPARATOR SINGLE BROWSE MULTIPLE EXTENDED DOTBOX UNDERLINE
    PIESLICE CHORD ARC FIRST LAST BUTT PROJECTING ROUND BEVEL MITER MOVETO SCROLL UNITS PAGES
"""
TK_CONSTANTS: dict[str, object] = {word: word.lower() for word in _TK_WORDS.split()}
TK_CONSTANTS |= dict.fromkeys(("NO", "FALSE", "OFF"), 0) | dict.fromkeys(("YES", "TRUE", "ON"), 1)
TK_CONSTANTS |= {"SEL_FIRST": "sel.first", "SEL_LAST": "sel.last", "TkVersion": 8.6, "TclVersion": 8.6}
_TK_REST = """
    TclError READABLE WRITABLE EXCEPTION EventType Event NoDefaultRoot Variable StringVar IntVar DoubleVar BooleanVar
    mainloop getint getdouble getboolean Misc CallWrapper XView YView Wm Tk Tcl Pack Place Grid BaseWidget Widget
    Toplevel Button Canvas Checkbutton Entry Frame Label Listbox Menu Menubutton Message Radiobutton Scale Scrollbar
    Text OptionMenu Image PhotoImage BitmapImage image_names image_types Spinbox LabelFrame PanedWindow
"""
_TTK = """
    Button Checkbutton Combobox Entry Frame Label Labelframe LabelFrame Menubutton Notebook Panedwindow PanedWindow
    Progressbar Radiobutton Scale Scrollbar Separator Sizegrip Spinbox Style Treeview LabeledScale OptionMenu
    tclobjs_to_py setup_master
"""
_TURTLE = """
    ScrolledCanvas TurtleScreen Screen RawTurtle Turtle RawPen Pen Shape Vec2D addshape bgcolor bgpic bye
    clearscreen colormode delay exitonclick getcanvas getshapes listen mainloop mode numinput onkey onkeypress
    onkeyrelease onscreenclick ontimer register_shape resetscreen screensize setup setworldcoordinates textinput
    title tracer turtles update window_height window_width back backward begin_fill begin_poly bk circle clear
    clearstamp clearstamps clone color degrees distance dot down end_fill end_poly fd fillcolor filling forward
    get_poly getpen getscreen get_shapepoly getturtle goto heading hideturtle home ht isdown isvisible left lt
    onclick ondrag onrelease pd pen pencolor pendown pensize penup pos position pu radians right reset
    resizemode rt seth setheading setpos setposition settiltangle setundobuffer setx sety shape shapesize
    shapetransform shearfactor showturtle speed st stamp tilt tiltangle towards turtlesize undo
    undobufferentries up width write xcor ycor write_docstringdict done Terminator
"""
_KEYS = {
    **{f"K_{key}": ord(key) for key in string.ascii_lowercase + string.digits},
    **{f"K_KP{digit}": 1073741912 + (digit or 10) for digit in range(10)},
    **{f"K_KP_{digit}": 1073741912 + (digit or 10) for digit in range(10)},
    **{f"K_F{number}": 1073741881 + number for number in range(1, 13)},
    **{"K_BACKSPACE": 8, "K_TAB": 9, "K_RETURN": 13, "K_ESCAPE": 27, "K_SPACE": 32, "K_DELETE": 127},
    **{"K_RIGHT": 1073741903, "K_LEFT": 1073741904, "K_DOWN": 1073741905, "K_UP": 1073741906},
    **{"K_KP_ENTER": 1073741912, "K_LCTRL": 1073742048, "K_LSHIFT": 1073742049, "K_RSHIFT": 1073742053},
}
PYGAME_CONSTANTS: dict[str, object] = {
    **_KEYS,
    **{"NOEVENT": 0, "ACTIVEEVENT": 32768, "QUIT": 256, "KEYDOWN": 768, "KEYUP": 769, "TEXTINPUT": 771},
    **{"MOUSEMOTION": 1024, "MOUSEBUTTONDOWN": 1025, "MOUSEBUTTONUP": 1026, "MOUSEWHEEL": 1027},
    **{"VIDEORESIZE": 32769, "VIDEOEXPOSE": 32770, "USEREVENT": 32866, "NUMEVENTS": 65535},
    **{"BUTTON_LEFT": 1, "BUTTON_MIDDLE": 2, "BUTTON_RIGHT": 3, "KMOD_NONE": 0, "KMOD_SHIFT": 3, "KMOD_CTRL": 192},
    **{"FULLSCREEN": -2147483648, "RESIZABLE": 16, "NOFRAME": 32, "DOUBLEBUF": 1073741824, "HWSURFACE": 1},
    **{"SRCALPHA": 65536, "SCALED": 512, "SHOWN": 64, "HIDDEN": 128, "OPENGL": 2, "BLEND_RGBA_MULT": 8},
}
KEY_NAMES = {str(name).removeprefix("K_").lower(): number for name, number in reversed(_KEYS.items())}
CONSTANTS = {"tkinter": TK_CONSTANTS, "tkinter.constants": TK_CONSTANTS, "pygame.locals": PYGAME_CONSTANTS}
CONSTANTS |= {"Tkinter": TK_CONSTANTS, "pygame": PYGAME_CONSTANTS}
STARRED = {
    "tkinter": [*TK_CONSTANTS, *_TK_REST.split()],
    "Tkinter": [*TK_CONSTANTS, *_TK_REST.split()],
    "tkinter.constants": [*TK_CONSTANTS],
    "tkinter.ttk": _TTK.split(),
    "turtle": _TURTLE.split(),
    "pygame.locals": [*PYGAME_CONSTANTS, "Rect", "Color"],
}
