"""The shapes of what is sent and answered, as DRF serializers, for the OpenAPI document only.

Reading and answering do not go through them: reading must be stricter than DRF's fields, which
take "2" for 2. Tests hold every answer against these shapes.
"""
