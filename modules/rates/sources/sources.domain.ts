interface SourceFacts {
  /** Every quote of the source has it on one side; two others meet through it. */
  pivot: string
  /** The clock that its days and times follow. */
  timeZone: string
  /** Local time by which a day's last rate is out; none where it never rests. */
  publishedAt?: string
  /** Days before one whose quotes still speak for it: a weekend with holidays, never a currency that is given up. */
  lookBack: number
  /** What a company begins with: minutes between fetches, and how long after it was due a rate may be missing. */
  everyMinutes: number
  allowedMinutes: number
  isSimulated?: boolean
}

/** Where reference rates come from. */
export const sources = {
  /** Reference rates of the European Central Bank, about 16:00 on days of the TARGET calendar. */
  ecb: {
    pivot: 'EUR',
    timeZone: 'Europe/Berlin',
    publishedAt: '16:00',
    lookBack: 10,
    everyMinutes: 30,
    allowedMinutes: 120,
  },
  /** Bank Negara Malaysia, on weekdays. Its holidays are not in its feed, so a day may be missing. */
  bnm: {
    pivot: 'MYR',
    timeZone: 'Asia/Kuala_Lumpur',
    publishedAt: '17:00',
    lookBack: 10,
    everyMinutes: 30,
    allowedMinutes: 1560,
  },
  /** Made up, for training and demonstration; labelled so wherever it is shown. */
  simulated: {
    pivot: 'EUR',
    timeZone: 'UTC',
    lookBack: 4,
    everyMinutes: 5,
    allowedMinutes: 15,
    isSimulated: true,
  },
} as const satisfies Record<string, SourceFacts>
export type Source = keyof typeof sources
export const sourceCodes = Object.keys(sources) as [Source, ...Source[]]
export const factsOf = (source: Source): SourceFacts => sources[source]

/** `unit` of `base` cost `rate` of `code`, as the source published it; rates are decimal strings above zero. */
export interface Quote {
  base: string
  code: string
  day: string
  /** Where the source speaks more than once a day, the local time of this word, such as `0900`; else empty. */
  session: string
  unit: number
  rate: string
  buying?: string | null
  selling?: string | null
}

export interface Feed {
  source: Source
  quotes: Quote[]
}
