import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { countryCodes, isCountry } from '../company/company.domain.ts'
import { everyCountry, readCountry, readCountryText } from './countries.domain.ts'
import { furtherNames, otherAuthorities, sharedNames } from './country-names.domain.ts'

describe('a country as people write it', () => {
  test('is known by its codes and its names, with or without case and marks', () => {
    const codes = new Set(everyCountry.flatMap(({ alpha2, alpha3 }) => [alpha2, alpha3]))
    for (const { alpha2, alpha3 } of everyCountry) {
      expect([readCountry(alpha2), readCountry(alpha3), readCountry(alpha3.toLowerCase())]).toEqual([
        alpha2,
        alpha2,
        alpha2,
      ])
      for (const tag of ['en', 'zh-Hant', 'zh-Hans', 'ms', 'vi', 'id', 'fr', 'de']) {
        const name = new Intl.DisplayNames(tag, { type: 'region' }).of(alpha2) ?? alpha2
        expect([name, readCountry(name)]).toEqual([name, alpha2])
        const upper = name.toUpperCase()
        if (!codes.has(upper) && upper !== 'ISLAND')
          expect([upper, readCountry(upper)]).toEqual([upper, alpha2])
      }
    }
  })

  test.each([
    ['HK', 'Hong Kong;Hong Kong SAR;HONG KONG, CHINA (SAR)'],
    ['MO', 'Macau;Macao'],
    ['MM', 'Myanmar;Burma'],
    ['BN', 'Brunei Darussalam'],
    ['TR', 'Turkey;Türkiye'],
    ['RU', 'Russian Federation'],
    ['CZ', 'Czech Republic'],
    ['KR', 'Republic of Korea;Korea, Republic of;Korea (South)'],
    ['KP', "Democratic People's Republic of Korea;Korea, North;DPRK"],
    ['IR', 'Iran, Islamic Republic of;Iran (Islamic Republic of)'],
    ['US', 'USA;U.S.A.;United States of America;Amerika Syarikat'],
    ['GB', 'Great Britain;UK;GBD;England'],
    ['AE', 'UAE'],
    ['NL', 'The Netherlands;Holland'],
    ['CI', 'Ivory Coast'],
    ['CN', "PRC;People's Republic of China;中國"],
    ['TW', 'Republic of China;台灣'],
    ['CD', 'Zaire;Democratic Republic of the Congo'],
    ['CG', 'Republic of the Congo'],
    ['DE', 'D;D<<;Deutschland;Jerman'],
    ['XK', 'RKS;Kosovo;XXK'],
    ['HK', '香港;香港特别行政区;中华人民共和国（香港特别行政区）;Hồng Kông'],
    ['MO', '澳門;澳门;Ma Cao'],
    ['US', 'Mỹ;MỸ;mỹ'],
    ['AT', 'Áo'],
    ['IS', 'Island'],
    ['RU', 'Nga'],
    ['MY', 'MYS;Malaysia (MYS);MY - Malaysia;大马;馬來西亞;馬來西亞籍'],
    ['KR', '韓國;韩国;南韓;大韓民國;韓國籍;韩国人;Korea, South (ROK)'],
    ['KP', '朝鮮;北韓;朝鮮民主主義人民共和國'],
    ['CD', '剛果民主共和國;刚果民主共和国;剛果（金）;刚果金'],
    ['CG', '剛果共和國;刚果（布）'],
    ['AU', '澳大利亞;澳洲'],
    ['KZ', '哈薩克斯坦;哈薩克'],
    ['TW', '中華民國（台灣）;中华民国(台湾)'],
    ['TH', '泰王國;泰国公民'],
    ['CN', '中国人;中國國籍'],
    ['US', 'US of America;美国公民'],
    ['FM', 'Micronesia, Fed. Sts.'],
    ['XK', 'Kosovo (UN resolution 1244)'],
    ['IR', 'Iran, Islamic Republic of Iran'],
  ])('%s is %s', (code, names) => {
    for (const name of names.split(';')) expect([name, readCountry(name)]).toEqual([name, code])
  })

  test.each([
    ['SHARED', 'A.S.;多米尼加;剛果;former Soviet Union;My;Ao;Korea;Congo;USSR;Yugoslavia;Virgin Islands'],
    ['STATELESS', 'XXA;XXB;XXC;Stateless;Refugee'],
    ['UNSPECIFIED', 'n.a.;N. A.;XXX;Unknown'],
    ['ORGANISATION', 'UNO;UNA;UNK;EUE;XPO;XOM'],
    ['SPECIMEN', 'UTO'],
    [
      'UNKNOWN',
      'MY MY;SG SG;Atlantis;Islands;States;US-CA;Kingdom of China;Malaysia/Singapore;Kuala Lumpur;;-;12345',
    ],
  ])('%s: no one country, and nothing is guessed', (no, names) => {
    for (const name of names.split(';')) expect([name, readCountryText(name)]).toMatchObject([name, { no }])
  })

  test('no two countries share a name of the tables, and each is read', () => {
    const owner = new Map<string, string>()
    for (const [code, names] of Object.entries(furtherNames))
      for (const name of names.split('; ')) {
        expect([name, owner.get(name.toLowerCase()) ?? code]).toEqual([name, code])
        owner.set(name.toLowerCase(), code)
        for (const text of [name, name.toUpperCase(), ` ${name.replaceAll(' ', '  ')}.`])
          expect([text, readCountry(text)]).toEqual([text, code])
      }
    for (const [names, codes] of Object.entries(sharedNames))
      for (const name of names.split('; '))
        expect([name, readCountryText(name)]).toEqual([name, { no: 'SHARED', among: codes.split(' ') }])
    for (const [no, names] of Object.entries(otherAuthorities))
      for (const name of names.split('; '))
        expect([name, readCountryText(name)]).toMatchObject([name, { no }])
  })

  test('is chosen once for each country of today, and not by a code that was given up', () => {
    expect(countryCodes()).toEqual(everyCountry.map(({ alpha2 }) => alpha2).toSorted())
    for (const code of ['UK', 'BU', 'SU', 'YU', 'AN', 'EU', 'UN', 'ZZ', 'XXA', ''])
      expect([code, isCountry(code)]).toEqual([code, false])
  })

  test('is the same in Chinese signs of either kind, whichever place its name is from', () => {
    for (const tag of ['zh-Hans', 'zh-Hans-SG', 'zh-Hant', 'zh-Hant-HK', 'zh-Hant-MO', 'yue', 'yue-Hans'])
      for (const style of ['long', 'short'] as const) {
        const names = new Intl.DisplayNames(tag, { type: 'region', style })
        for (const { alpha2 } of everyCountry) {
          const name = names.of(alpha2) ?? ''
          expect([name, readCountry(name), readCountry(`${name}籍`)]).toEqual([name, alpha2, alpha2])
        }
      }
  })

  test('is never one country by a text that joins two', () => {
    const country = fc.constantFrom(...everyCountry)
    fc.assert(
      fc.property(country, country, fc.constantFrom(' / ', ', ', '; '), (one, other, mark) => {
        fc.pre(one.alpha2 !== other.alpha2)
        const read = readCountry(`${one.alpha3}${mark}${other.alpha3}`)
        expect(read === undefined || read === one.alpha2).toBe(true)
        expect(read).toBeUndefined()
      }),
    )
    // A code that is a word without weight in names.
    expect(readCountry('AND / USA')).toBeUndefined()
    // Both are such words.
    expect(readCountry('AND / ISL')).toBeUndefined()
  })
})
