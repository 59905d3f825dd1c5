/** Takes each by itself, so that one that is refused keeps back no other. Throws what was refused once all have been taken. */
export async function takeEach<T>(all: readonly T[], take: (one: T) => Promise<unknown>): Promise<void> {
  const faults: unknown[] = []
  for (const one of all)
    try {
      await take(one)
    } catch (fault) {
      faults.push(fault)
    }
  if (faults.length > 0) throw new AggregateError(faults, faults.map(String).join('; '))
}
