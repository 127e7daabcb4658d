"""Everything that may be asked, one file a question: its record, its checks, its answer's record, how it is answered.
``ask`` answers. The command, the API and the library only make a question of what they are given, and print what comes
back: what one of them refuses, all refuse, in the same words but for how an option is written."""
