// Loaded before the server by a journey that has to wait: its clock is ahead by so many milliseconds, and runs on.
const ahead = Number(process.env['E2E_AHEAD'] ?? 0)
const Real = Date

class Later extends Real {
  constructor(...given: unknown[]) {
    super(...((given.length > 0 ? given : [Real.now() + ahead]) as [number]))
  }

  static override now() {
    return Real.now() + ahead
  }
}

globalThis.Date = Later as DateConstructor
