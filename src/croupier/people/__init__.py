"""Who somebody is: people and devices that work with a book, and what each may do.

``logins`` are the people of a book and the file of their secrets; ``enrolling`` lets a person or a device in,
``signing_in`` is the way into the house and who is in it now, ``passkeys`` one proof of it. ``permissions`` says who
may do what, ``access_log`` what was done or tried. Nothing here reads a plan: the roles that plans give come as
arguments (``casino.floor``).
"""
