"""Whose connections count together: those of one address, or of one house's part of the newer addresses."""

from ipaddress import IPv6Address, ip_address, ip_network

PROXIES = ("127.0.0.1", "::1")
"""Connections from here may be many households', which the proxy on this computer names."""
HOUSE_BITS = 64
"""The bits of an IPv6 address that name a house's network; who is in the house chooses the rest."""


def household(address: str) -> str:
    """Return what the addresses of one house have in common; text that is no address as it is."""
    try:
        found = ip_address(address.partition("%")[0])
    except ValueError:
        return address
    if isinstance(found, IPv6Address):
        if found.ipv4_mapped is not None:
            return str(found.ipv4_mapped)
        return str(ip_network((found, HOUSE_BITS), strict=False))
    return str(found)
