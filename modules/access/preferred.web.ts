type Ask = () => Promise<string | undefined>

const preferred: { ask: Ask } = { ask: () => Promise.resolve(undefined) }

/** Said once at start: who knows the counter at which a person wants to work without being asked. */
export const preferCounter = (ask: Ask) => {
  preferred.ask = ask
}

/** The counter at which the person wants to work; undefined when there is none. */
export const preferredCounter = () => preferred.ask()
