"""Sites of several web processes, a worker and a broker; and what if one of them dies."""
