/**
 * What attempts from this address are counted for: an IPv4 address itself, of IPv6 its network of 64 bits, since whoever
 * has one address there has them all (RFC 4291, 2.5.4). Anything else is left as it is.
 */
export function networkOf(address: string): string {
  const mapped = /^::ffff:((?:\d+\.){3}\d+)$/i.exec(address)?.[1]
  if (mapped || !address.includes(':')) return mapped ?? address
  const [head = '', tail] = address.split('::')
  const first = head === '' ? [] : head.split(':')
  const last = tail ? tail.split(':') : []
  const missing = tail === undefined ? 0 : 8 - first.length - last.length
  const groups = [...first, ...Array.from({ length: Math.max(0, missing) }, () => '0'), ...last].slice(0, 4)
  return `${groups.map((group) => Number.parseInt(group, 16).toString(16)).join(':')}::/64`
}
