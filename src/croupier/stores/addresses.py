"""The address of a book as messages may show it: never with a password, however the address was typed."""

import re
from urllib.parse import unquote

_SECRETS = frozenset({"password", "sslpassword", "oauth_client_secret", "scram_client_key", "scram_server_key"})
"""Parameters of a connection that nobody may read."""


def masked(url: str) -> str:
    """An address without its secrets; anything else stays as it is.

    A password may hold an @ or a / that should have been escaped, so all from the first colon to the last @ is hidden,
    and a query that holds a secret is hidden whole.

    >>> masked("postgresql://casino:secret@host/book"), masked("house.db")
    ('postgresql://casino:***@host/book', 'house.db')
    >>> masked("postgresql://casino:se@cr/et@host/book?sslmode=require&password=secret")
    'postgresql://casino:***@host/book?***'
    """
    scheme, found, rest = url.partition("://")
    if not found:
        return url
    user, colon, after = rest.partition(":")
    if colon and "@" in after:
        rest = f"{user}:***@{after.rpartition('@')[2]}"
    where, mark, query = rest.partition("?")
    if mark and any(unquote(name).strip().casefold() in _SECRETS for name in re.split("[=&?]", query)):
        query = "***"
    return f"{scheme}://{where}{mark}{query}"


def is_misread(url: str) -> bool:
    """Whether a password with a raw @ or / in it would be taken for a host, a port or a database.

    >>> is_misread("postgresql://casino:s%40cret@host:5432/book?x=a@b"), is_misread("postgresql://casino:s@cret@host/b")
    (False, True)
    """
    authority, _, path = url.partition("://")[2].partition("/")
    _, user_ends, host = authority.rpartition("@") if authority.count("@") == 1 else ("", "", authority)
    host = host.partition("?")[0]
    if "@" in host or "@" in path.partition("?")[0]:
        return True
    if host.startswith("[") or user_ends:
        return False
    # Without a user there is no password: what follows the colon must be a port.
    return any(not port.isdecimal() for _, colon, port in (each.partition(":") for each in host.split(",")) if colon)
