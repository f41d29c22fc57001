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
_PYGAME = """
    QUIT ACTIVEEVENT KEYDOWN KEYUP TEXTINPUT MOUSEMOTION MOUSEBUTTONDOWN MOUSEBUTTONUP MOUSEWHEEL VIDEORESIZE
    VIDEOEXPOSE USEREVENT FULLSCREEN RESIZABLE NOFRAME DOUBLEBUF HWSURFACE SRCALPHA Rect Color K_BACKSPACE K_TAB
    K_RETURN K_ESCAPE K_SPACE K_DELETE K_RIGHT K_LEFT K_DOWN K_UP K_KP_ENTER K_LCTRL K_LSHIFT K_RSHIFT
"""
_KEYS = [f"K_{key}" for key in string.ascii_lowercase + string.digits] + [f"K_KP{digit}" for digit in range(10)]
CONSTANTS = dict.fromkeys(("tkinter", "tkinter.constants", "Tkinter"), TK_CONSTANTS)
STARRED = {
    "tkinter": [*TK_CONSTANTS, *_TK_REST.split()],
    "Tkinter": [*TK_CONSTANTS, *_TK_REST.split()],
    "tkinter.constants": [*TK_CONSTANTS],
    "tkinter.ttk": _TTK.split(),
    "turtle": _TURTLE.split(),
    "pygame.locals": [*_PYGAME.split(), *_KEYS],
}
