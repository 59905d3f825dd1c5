export const given =
  'Muhammad Ahmad Siti Nur Wei Mei Chee Jia Priya Ravi Kumar Somchai Budi Maria James Emily'.split(' ')
export const family =
  'Tan Lim Lee Wong Abdullah Rahman Ismail Krishnan Nair Santoso Santos Carter Walker Yusof'.split(' ')

/** A file of so many new customers, one row in a hundred of them broken. */
export function fileOf(rows: number): FormData {
  const word = `File${rows}`
  const lines = Array.from({ length: rows }, (_, n) => {
    const name = `${given[n % 16]} ${word} ${family[n % 14]}`
    const born = new Date(Date.UTC(1950, 0, 1 + Math.floor(n / 112))).toISOString().slice(0, 10)
    const phone = `012-${3_000_000 + rows + n}`
    return `${name},SG,PASSPORT,${word}${n},SG,${n % 100 === 99 ? '2999-01-01' : born},${phone}`
  })
  const form = new FormData()
  form.append('customerType', '1')
  const head = 'name,nationality,idType,idNumber,idIssuingCountry,dateOfBirth,phone'
  form.append('file', new Blob([[head, ...lines].join('\n')]), 'bench.csv')
  return form
}
