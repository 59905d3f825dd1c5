/** What the text of a line says, in the ways that banks mark its parts. */
export interface Details {
  reference: string
  text: string
  counterparty: string
  counterpartyAccount: string
}

const oneLine = (text: string) => text.replaceAll(/\s+/g, ' ').trim()

/**
 * Reads `:86:`: parts with numbers (`?20`, `>20`: text 20–29 and 60–63, account 31, name 32–33), parts between strokes
 * (`/NAME/…/REMI/…`), or a text alone. Lines are cut at 65 signs, also within words.
 */
export function readDetails(details: string): Details {
  const joined = details.replaceAll('\n', '')
  const [, sign] = /^\s*\d{3}([?>])\d\d/.exec(joined) ?? []
  if (sign) return readNumbered(joined, sign)
  const named = /^\/(?:EREF|BENM|ORDP|NAME|REMI|TRTP|MARF|IBAN)\//.test(joined)
  if (named) return readStroked(joined)
  return { reference: '', text: oneLine(details), counterparty: '', counterpartyAccount: '' }
}

function readNumbered(joined: string, sign: string): Details {
  const parts = joined
    .split(sign)
    .slice(1)
    .map((part) => [part.slice(0, 2), part.slice(2)] as const)
  const of = (code: RegExp) =>
    parts
      .filter(([at]) => code.test(at))
      .map(([, text]) => text)
      .join('')
  const text = oneLine(of(/^(?:2\d|6[0-3])$/))
  return {
    reference: /EREF\+(\S+)/.exec(text)?.[1] ?? '',
    text: text || oneLine(of(/^00$/)),
    counterparty: oneLine(of(/^3[23]$/)),
    counterpartyAccount: of(/^31$/).trim(),
  }
}

function readStroked(joined: string): Details {
  const of = (name: string) => oneLine(new RegExp(`/${name}/(.*?)(?=/[A-Z]{4}/|$)`).exec(joined)?.[1] ?? '')
  return {
    reference: of('EREF'),
    text: of('REMI') || oneLine(joined),
    counterparty: of('NAME'),
    counterpartyAccount: of('IBAN'),
  }
}
