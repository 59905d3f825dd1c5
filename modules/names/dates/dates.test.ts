import fc from 'fast-check'
import { expect, test } from 'vitest'
import { dayOf, spanOf, spansOf } from './dates.domain.ts'

test.each([
  ['12/1971', ['1971-12-01', '1971-12-31']],
  ['3/1971', ['1971-03-01', '1971-03-31']],
  ['31-Dec-1990', ['1990-12-31', '1990-12-31']],
  ['Dec 31, 1990', ['1990-12-31', '1990-12-31']],
  ['31st December 1990', ['1990-12-31', '1990-12-31']],
  ['31 Disember 1990', ['1990-12-31', '1990-12-31']],
  ['5 Ogos 1971', ['1971-08-05', '1971-08-05']],
  ['1 Mac 1971', ['1971-03-01', '1971-03-01']],
  ['1 février 1971', ['1971-02-01', '1971-02-01']],
  ['31DEC1990', ['1990-12-31', '1990-12-31']],
  ['Between Aug. and Sep. 1977', ['1977-08-01', '1977-09-30']],
  ['12/31/1990', ['1990-12-31', '1990-12-31']],
  ['03/04/1990', ['1990-04-03', '1990-04-03']],
  ['1990-12-31 00:00:00', ['1990-12-31', '1990-12-31']],
  ['1990/1/5', ['1990-01-05', '1990-01-05']],
  ['１９９０年1月5日', ['1990-01-05', '1990-01-05']],
  ['1971 to 1973', ['1971-01-01', '1973-12-31']],
  ['1971 & 1973', ['1971-01-01', '1973-12-31']],
  ['1/1/1971 - 31/12/1973', ['1971-01-01', '1973-12-31']],
  ['~1971', ['1969-01-01', '1973-12-31']],
  ['c1971', ['1969-01-01', '1973-12-31']],
  ['31/12/1990 12:00:00 AM', ['1990-12-31', '1990-12-31']],
  ['1990-12-31T00:00:00+08:00', ['1990-12-31', '1990-12-31']],
  ['31. 12. 1990', ['1990-12-31', '1990-12-31']],
  ['31 / 12 / 1990', ['1990-12-31', '1990-12-31']],
  ['1990. 12. 31.', ['1990-12-31', '1990-12-31']],
  ['ngày 31 tháng 12 năm 1990', ['1990-12-31', '1990-12-31']],
  ['31 tháng 12 năm 1990', ['1990-12-31', '1990-12-31']],
  ['tháng 12 năm 1990', ['1990-12-01', '1990-12-31']],
])('%s is read', (text, [from, to]) => expect(spanOf(text)).toEqual({ from, to }))

test.each([
  '31/12/71',
  '1.1.71',
  '13/13/1990',
  '1971 1973',
  '1971 5',
  '12/1971 1973',
  '31/12/1990 1991',
  '30/02/1990',
  'Dec 1990 or so',
  '1990-13',
  'Marseille 1971',
  'Augsburg, 1971',
  'Decade 1990',
  'x',
  '',
])('%j is no day that can be read in one way', (text) => expect(spansOf(text)).toEqual([]))

test('several days in one text are each read, or none of them', () => {
  expect(spansOf('1971, 1973').map(({ from }) => from)).toEqual(['1971-01-01', '1973-01-01'])
  expect(spansOf('1 Jan 1970; 12/1971')).toHaveLength(2)
  expect(spansOf('Mar 5, 1971')).toEqual([{ from: '1971-03-05', to: '1971-03-05' }])
  expect(spansOf('1960\n1961').map(({ from }) => from)).toEqual(['1960-01-01', '1961-01-01'])
  expect(spansOf('1971, x')).toEqual([])
})

test('a day is the same however it is written, and a month or a year is none', () => {
  const day = fc.date({ min: new Date('1900-01-01'), max: new Date('2099-12-31'), noInvalidDate: true })
  fc.assert(
    fc.property(day, (date) => {
      const iso = date.toISOString().slice(0, 10)
      const [year = '', month = '', number = ''] = iso.split('-')
      const word = date.toLocaleString('en', { month: 'short', timeZone: 'UTC' })
      for (const text of [iso, `${number}/${month}/${year}`, `${number} ${word} ${year}`, `${iso}T10:00:00Z`])
        expect(dayOf(text)).toBe(iso)
      expect([dayOf(year), dayOf(`${month}/${year}`)]).toEqual([undefined, undefined])
    }),
  )
})
