(** * The theorems

    The theorems of this development, and the axioms that each of them rests on: none. The build
    stops if this page prints anything else than "Closed under the global context". *)

From Noughts Require Import Play Certificate Opening Adequacy Published.
From Noughts Require Import Count Turned Few Short Thin Nine.
From Noughts Require Import Games Squares.

(** ** Every game, from every position in which not both sides have a line *)

Print Assumptions some_value.
Print Assumptions one_value.

(** ** What the checker accepts *)

Print Assumptions check_correct.

(** ** The empty board *)

Print Assumptions first_never_loses.
Print Assumptions opening_value.
Print Assumptions turned_value.
Print Assumptions number_of_lines.
Print Assumptions one_in_a_row.
Print Assumptions two_in_a_row.
Print Assumptions few_lines.
Print Assumptions low_potential_draw.
Print Assumptions thin_board.
Print Assumptions every_square.
Print Assumptions nine_in_a_row.

(** ** Games that the kernel has evaluated *)

Print Assumptions game_3_3_3.
Print Assumptions game_4_3_3.
Print Assumptions game_4_4_3.
Print Assumptions game_4_4_4.
Print Assumptions game_5_4_4.
Print Assumptions game_6_4_4.
Print Assumptions game_7_6_5.
Print Assumptions game_7_7_5.
Print Assumptions game_8_6_5.
Print Assumptions game_9_5_5.

(** ** Strategies *)

Print Assumptions adequacy.
Print Assumptions adequacy_of_a_function.
Print Assumptions plays_well_tested.
Print Assumptions ring_is_safe.
Print Assumptions newell_simon_is_safe.
