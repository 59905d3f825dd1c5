/** What a company may set for its screenings; each is data, kept with its version beside every result. */
export interface MatchOptions {
  /** From this score on, an entry is a hit. */
  threshold: number
  /** The same for an entry that only a weak alias matches; above 1 weak aliases never hit by themselves. */
  weakThreshold: number
  /** Names at least so alike are a hit whatever the facts say, for facts may be wrong; absent, facts outweigh any name. */
  equal?: number
  /** From this score on entries of another type are hits too, for a listed person may be on file as a company; absent, none is. */
  anyTypeFrom?: number
  weights: MatchWeights
}

export interface MatchWeights {
  /** How much more a part counts that is different on both sides than one that agrees, for people and for others. */
  conflictPerson: number
  conflictOther: number
  /** How much the parts lower that only one of two names has, for people and for others. */
  extraPerson: number
  extraOther: number
  /** What is added where only names agree that very many bear, and the same for names of one sign a syllable. */
  extraCommon: number
  extraDense: number
  /** The same for somebody called by office and one name. */
  extraAddressed: number
  /** What is left where one word alone agrees and one side has more. */
  lonely: number
  /** What is left where people have only names quite in common that very many bear, and the others differ in more than a letter. */
  common: number
  /** What is left where the legal forms are of different classes. */
  form: number
  /** The same where one is of a company and the other of an association or an authority. */
  purpose: number
  /** How much of a father's name does not count that only one side has. */
  fathers: number
  /** How much of a company's line of business does not count that only one side has, where all that it is called by agrees. */
  business: number
  /** What is left where only one side has a number. */
  number: number
  /** Names that weigh less than this must agree in each letter, or nearly. */
  short: number
  /** How much facts that disagree take away. */
  birthDate: number
  birthYear: number
  country: number
  gender: number
  document: number
  /** How much of what is missing to 1 each agreeing fact gives back. */
  agree: number
}

/**
 * The one threshold and the weights of the product. Searched on one half of the 550 labelled pairs with 6,000 people on no list, and
 * looked at on the other half; what won on one half alone was not taken (ADR 0025). `common` and `business` came
 * later, when all labelled data had been seen. What they reach together is in docs/benchmarks.md, under Screening.
 */
export const productOptions: MatchOptions = {
  threshold: 0.72,
  weakThreshold: 0.9,
  weights: {
    conflictPerson: 2.1,
    conflictOther: 1.8,
    extraPerson: 0.5,
    extraOther: 0.95,
    extraCommon: 0.9,
    extraDense: 1.2,
    extraAddressed: 0.25,
    lonely: 0.9,
    common: 0.88,
    form: 0.7,
    purpose: 0.65,
    fathers: 0.75,
    business: 0.15,
    number: 0.75,
    short: 0.9,
    birthDate: 0.15,
    birthYear: 0.25,
    country: 0.1,
    gender: 0.2,
    document: 0.1,
    agree: 0.3,
  },
}
