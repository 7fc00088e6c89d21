"""Under which addresses people reach this machine: for join links, QR codes and the terminal."""

import socket

from django.conf import settings
from django.http import HttpRequest
from django.http.request import split_domain_port

from tencompanion.hosts import is_loopback, local_name

# A documentation address of each family (RFC 5737, RFC 3849): nothing is sent there, but choosing
# the way to it tells which of this machine's addresses faces the network.
_ELSEWHERE = {socket.AF_INET: "192.0.2.1", socket.AF_INET6: "2001:db8::1"}


def join_base(request: HttpRequest) -> str:
    """Where a phone reaches this site, without a slash at the end; never a loopback address.

    The public address if there is one; else the one that the request came by, if others can use
    it; else this machine's in the network of the moment.
    """
    if settings.TEN_PUBLIC_URL:
        return str(settings.TEN_PUBLIC_URL)
    host = request.get_host()
    if is_loopback(split_domain_port(host)[0]):
        return network_url(int(request.get_port()))
    return f"{request.scheme}://{host}"


def network_url(port: int) -> str:
    """This machine in its network, by plain HTTP: its address, or its name when it has none."""
    address = network_address()
    if address is None:
        return f"http://{local_name()}:{port}"
    return f"http://{bracketed(address)}:{port}"


def network_address() -> str | None:
    """The address that phones in the same network can reach, or None without a network.

    Preferred to the `.local` name, which not every phone can look up. Asked for anew each time:
    a laptop moves between networks while the site runs.
    """
    for family in _ELSEWHERE:
        address = _address_facing_network(family)
        if address is not None and not is_loopback(bracketed(address)):
            return address
    return None


def bracketed(address: str) -> str:
    """An address as it stands in a URL."""
    return f"[{address}]" if ":" in address else address


def phones_url(host: str, port: int) -> str:
    """Where to send phones when there is no request to go by; with a slash at the end."""
    if settings.TEN_PUBLIC_URL:
        return f"{settings.TEN_PUBLIC_URL}/"
    if is_wildcard(host):
        return f"{network_url(port)}/"
    return f"http://{bracketed(host)}:{port}/"


def is_wildcard(host: str) -> bool:
    """Whether listening there means listening on all addresses."""
    return host in {"", "0.0.0.0", "::"}  # noqa: S104 (recognised, not bound)


def _address_facing_network(family: int) -> str | None:
    with socket.socket(family, socket.SOCK_DGRAM) as probe:
        try:
            probe.connect((_ELSEWHERE[socket.AddressFamily(family)], 9))
        except OSError:
            return None
        return str(probe.getsockname()[0])
