"""What a day or a month came to (``day``, ``records``), and what somebody should look at (``alarms``, ``odds``)."""
