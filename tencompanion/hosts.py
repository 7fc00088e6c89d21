"""Which hosts the site answers to when script/up started it in somebody's home network.

Its address there changes with every network, so a fixed list would lock people out. Address
literals of private ranges are safe to accept: an attacker's page that points its own name at
this machine (DNS rebinding) still sends that name. CSRF needs no list: Django compares a
request's Origin with the very host that passed here.
"""

import ipaddress
import socket
from functools import cache

from asgiref.sync import iscoroutinefunction
from django.conf import settings
from django.core.exceptions import DisallowedHost
from django.http import HttpRequest
from django.http.request import split_domain_port, validate_host
from django.http.response import HttpResponseBase
from django.utils.decorators import sync_and_async_middleware

from tencompanion.middleware import Next


@sync_and_async_middleware
def home_network(get_response: Next) -> Next:
    """Refuse hosts that are neither allowed by name nor this machine's in the home network."""

    def answer(request: HttpRequest) -> HttpResponseBase:
        check(request)
        return get_response(request)

    async def answer_later(request: HttpRequest) -> HttpResponseBase:
        check(request)
        return await get_response(request)

    return answer_later if iscoroutinefunction(get_response) else answer


def check(request: HttpRequest) -> None:
    """Raise DisallowedHost, which Django answers with 400, unless the host is one of ours."""
    domain = split_domain_port(request.get_host())[0]
    if not is_ours(domain):
        raise DisallowedHost(f"Invalid HTTP_HOST header: {domain!r}.")


def is_ours(domain: str) -> bool:
    """Whether a host, in lower case and without its port, is one that this machine answers to."""
    return (
        domain in {"localhost", local_name()}
        or is_private(domain)
        or validate_host(domain, settings.TEN_NAMED_HOSTS)
    )


def is_private(domain: str) -> bool:
    """Whether a host is an address literal of a private, link-local or loopback range."""
    address = _address(domain)
    return address is not None and address.is_private


def is_loopback(domain: str) -> bool:
    """Whether a host means the machine that asks, and is of no use to any other."""
    address = _address(domain)
    return domain == "localhost" or (address is not None and address.is_loopback)


@cache
def local_name() -> str:
    """The name under which mDNS makes this machine known, such as `kitchen.local`."""
    return socket.gethostname().split(".")[0].lower() + ".local"


def _address(domain: str) -> ipaddress.IPv4Address | ipaddress.IPv6Address | None:
    try:
        return ipaddress.ip_address(domain.strip("[]"))
    except ValueError:
        return None
