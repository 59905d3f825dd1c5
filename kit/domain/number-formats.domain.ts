/** The parts of a format: what is quoted or escaped, what is not shown, the places of digits, and other signs. */
const parts = /"[^"]*"|\\.|_.|\*.|\[[^\]]*\]|E[+-]|General|[0#?]|./giu

interface Format {
  /** Signs in their order; a place of a digit is `null`. */
  whole: (string | null)[]
  tail: string
  /** Digits that are shown at least, before and after the point. */
  least: number
  decimals: number
  isPercent: boolean
}

/** What a format says, or undefined where a number without it is the same to a reader. */
function formatOf(code: string): Format | undefined {
  const section = code.match(/(?:"[^"]*"|\\.|[^;"\\])*/)?.[0] ?? ''
  const format: Format = { whole: [], tail: '', least: 0, decimals: 0, isPercent: false }
  let [isDecimal, isLast, digits] = [false, 0, '']
  for (const part of section.match(parts) ?? []) {
    if (/^(?:E[+-]|General|@)$/i.test(part)) return undefined
    if (/^[0#?]$/.test(part)) {
      if (isDecimal) format.decimals += part === '0' ? 1 : 0
      else {
        format.least += part === '0' ? 1 : 0
        format.whole.push(null)
        isLast = format.whole.length
      }
    } else if (part === '.') isDecimal = true
    else if (part === '%') format.isPercent = true
    else if (part !== ',' && !/^[_*[]/.test(part)) {
      const sign = part.replaceAll(/^"|"$|^\\/g, '')
      if (isDecimal) format.tail += sign
      else format.whole.push(sign)
      if (!isLast) digits += sign
    }
  }
  format.tail = format.whole.splice(isLast).join('') + format.tail
  const showsMore = format.least > 1 || /[\d+]/.test(digits)
  return isLast > 0 && (showsMore || format.isPercent) ? format : undefined
}

/** A number of a file in plain digits: never with an exponent, and without what arithmetic of 53 bits adds to its end. */
export function plainNumber(text: string): string | undefined {
  if (/^[+-]?\d+$/.test(text)) return text.replace(/^\+/, '').replace(/^(-?)0+(?=\d)/, '$1')
  if (!/^[+-]?(?:\d+\.?\d*|\.\d+)(?:E[+-]?\d{1,3})?$/i.test(text) || !Number.isFinite(Number(text)))
    return undefined
  const [, sign = '', whole = '', rest = '', power = '0'] =
    /^(-?)(\d)(?:\.(\d+))?e([+-]\d+)$/.exec(Number(text).toExponential(14)) ?? []
  return withPoint(sign, whole + rest, Number(power) + 1)
}

/** Digits with their point behind so many of them. */
function withPoint(sign: string, digits: string, at: number): string {
  const whole =
    digits
      .slice(0, Math.max(at, 0))
      .padEnd(at, '0')
      .replace(/^0+(?=\d)/, '') || '0'
  const rest = (at < 0 ? '0'.repeat(-at) : '') + digits.slice(Math.max(at, 0))
  const decimals = rest.replace(/0+$/, '')
  return /[1-9]/.test(whole + decimals) ? `${sign}${whole}${decimals && `.${decimals}`}` : '0'
}

/**
 * A number in plain digits as a format shows it, where people would take it for something else without the format: zeros
 * before it, signs among its digits, per cent. No decimal is rounded away, and thousands are not grouped.
 */
export function formatNumber(number: string, code: string): string {
  // No program takes a longer one.
  const format = code.length > 255 ? undefined : formatOf(code)
  const [, sign = '', given = '0', rest = ''] = /^(-?)(\d+)(?:\.(\d+))?$/.exec(number) ?? []
  if (!format) return number
  const scaled = format.isPercent ? withPoint('', given + rest, given.length + 2) : `${given}.${rest}`
  const [whole = '0', decimals = ''] = scaled.split('.')
  let digits = (format.least === 0 && whole === '0' ? '' : whole).padStart(format.least, '0')
  let shown = ''
  const places = format.whole.filter((part) => part === null).length
  let place = 0
  for (const part of format.whole.toReversed()) {
    if (part !== null) {
      // Signs among places that nothing fills are not shown.
      shown = digits !== '' || place >= places ? part + shown : shown
      continue
    }
    place += 1
    const cut = place === places ? 0 : Math.max(digits.length - 1, 0)
    shown = digits.slice(cut) + shown
    digits = digits.slice(0, cut)
  }
  const all = decimals.replace(/0+$/, '').padEnd(format.decimals, '0')
  return `${sign}${shown}${all && `.${all}`}${format.tail}${format.isPercent ? '%' : ''}`
}
