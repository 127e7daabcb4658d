"""The rules of a link, kind of request by kind of request.

``table`` has a row for each: its record, who may ask, who must second, who never may, how it is decided and what it
does. The other modules hold the rules by what they are about, each kind's decision beside its effect.
"""
