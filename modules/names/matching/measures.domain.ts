// The measures of a comparison that no company sets; those that it may set are in `MatchOptions`. Three sources: the engine's first
// version, of which no evaluation of one measure alone is recorded; the search on the labelled sets (ADR 0025); and later rules, kept
// because the labelled sets and the people on no list came out no worse. What all reach together: docs/benchmarks.md, Screening.

/** Words less alike than this are not laid side by side. First version. */
export const leastSimilarity = 0.15

/** How many words of one name may be one word of the other; the index joins as many. First version. */
export const mostJoined = 4

/**
 * How alike words are to one that stands for them: letters that begin them (first version), a form of a name written apart (searched
 * on the labelled sets), a spelling without its gaps, a factor on the likeness of the letters (first version).
 */
export const joined = { initials: 0.85, group: 0.88, spelling: 0.98 } as const

/** From this likeness on joined words count. First version. */
export const leastJoined = 0.5

/** Joined words are measured in full from these on: letters of the one word, likeness by letters; up to this difference. First version. */
export const worthJoining = { letters: 5, difference: 3, plain: 0.3 } as const

/** A part that weighs more than this names somebody; an initial does not. Searched on the labelled sets. */
export const namingWeight = 0.5

/**
 * How alike two parts are that are hardly the same (searched on the labelled sets), the same but for a slip (later rule, of what
 * companies are called by), and quite the same (later rule, of names that very many bear).
 */
export const alike = { hardly: 0.5, nearly: 0.95, quite: 0.99 } as const

/** How much of a word a name says that very many bear. Later rule. */
export const saidByCommon = 0.5

/** Below this likeness of their other names, two people of whom only common names agree are others. Later rule: 0.28 to 0.24 % flagged. */
export const leastBesideCommon = 0.75

/** Short names (`MatchWeights.short`) less alike than this keep so much of their score. Searched on the labelled sets. */
export const shortNames = { alike: 0.81, kept: 0.85 } as const

/** What each particle costs that only one side has, and how many cost at most. First version. */
export const particle = { cost: 0.01, most: 3 } as const
