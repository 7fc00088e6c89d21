"""Safe in public: who may do what, hostile texts, headers, throttles."""
