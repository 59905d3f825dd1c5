import { useSearch } from '@tanstack/react-router'

/** The texts that the address asks for, by name; whatever else stands there, a list or a structure, counts as not there. */
export function useAddress<Name extends string>(): Partial<Record<Name, string>> {
  const search: Record<string, unknown> = useSearch({ strict: false })
  return Object.fromEntries(
    Object.entries(search).filter(([, value]) => typeof value === 'string'),
  ) as Partial<Record<Name, string>>
}

/**
 * A value of an address: a list or a structure from its JSON, and a text that was written between quotation marks. A number is
 * no number there but what a user searched for; throws on it, and the router keeps the text as it is.
 */
export function parseAddressValue(text: string): unknown {
  const value: unknown = JSON.parse(text)
  if (typeof value === 'string' || (typeof value === 'object' && value !== null)) return value
  throw new SyntaxError('Not a structure')
}
