interface Said {
  /** The account as the bank writes it. */
  number: string
  currency: string
  day: string
  opening: string
  /** Money out is negative. */
  amounts: readonly string[]
}

/** A statement of one day as a file in MT940, whose lines are named TRANSFER 0, TRANSFER 1 and so on. */
export function statementFile({ number, currency, day, opening, amounts }: Said): File {
  const short = day.replaceAll('-', '').slice(2)
  const plain = (amount: number | string) => Number(amount).toFixed(2).replace('-', '').replace('.', ',')
  const closing = amounts.reduce((sum, amount) => sum + Number(amount), Number(opening))
  const text = [
    ':20:1',
    `:25:${number}`,
    ':28C:1',
    `:60F:C${short}${currency}${plain(opening)}`,
    ...amounts.flatMap((amount, at) => [
      `:61:${short}${short.slice(2)}${amount.startsWith('-') ? 'D' : 'C'}${plain(amount)}NMSCNONREF`,
      `:86:TRANSFER ${at}`,
    ]),
    `:62F:C${short}${currency}${plain(closing)}`,
    '-',
  ].join('\n')
  return new File([text], 'day.sta')
}
