import { Button, Textarea } from '@mantine/core'
import { IconScan } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { bindContract } from '#kit/web/api.web.ts'
import { useFormScope } from '#kit/web/form/form-context.web.tsx'
import type { FieldRule } from '#modules/settings/information-fields/information-fields.domain.ts'
import type { Texts } from '#kit/web/texts.web.ts'
import { catalogue } from '#modules/settings/catalogue/catalogue.contract.ts'
import { parseMrz } from '../identity/mrz.domain.ts'
import { isAllDigits, parseMyKad } from '../identity/mykad.domain.ts'
import css from './individuals.module.css'

const catalogueApi = bindContract(catalogue)

const today = () => new Date().toISOString().slice(0, 10)
const titled = (name: string) =>
  name.toLowerCase().replaceAll(/(^|[\s'-])\p{L}/gu, (start) => start.toUpperCase())

/** What a paper says, or its owner; the second remains where a card does not say it, unless an earlier scan filled the form. */
const ofPaper = ['idType', 'idNumber', 'idIssuingCountry', 'idIssueDate', 'idExpiryDate']
const ofPerson = [
  'name',
  'originalName',
  'nationality',
  'gender',
  'dateOfBirth',
  'placeOfBirth',
  'countryOfBirth',
]

/** A fault in words, at its field. */
type Said = readonly [field: string, text: string]

/** Takes what a scanner types: the lines of a passport or card, or a MyKad number, and fills the form from it. */
export function IdentityReader({ rules }: { rules: readonly FieldRule[] }) {
  const { form, texts } = useFormScope()
  const countries = useQuery(catalogueApi.list.queryOptions()).data
  const [text, setText] = useState('')
  const [faults, setFaults] = useState<readonly Said[]>([])
  const [hasRead, setHasRead] = useState(false)

  function fill(values: Record<string, string>, said: readonly Said[]) {
    const hidden = rules.filter(({ customerType, option }) => customerType === 1 && option === 'HIDDEN')
    const emptied = Object.fromEntries([...ofPaper, ...(hasRead ? ofPerson : [])].map((field) => [field, '']))
    const isShown = (field: string) => !hidden.some(({ fieldCode }) => fieldCode === field)
    for (const [field, value] of Object.entries({ ...emptied, ...values }))
      if (isShown(field)) form.setFieldValue(field, value)
    for (const [field, fault] of said) if (isShown(field)) form.setFieldError(field, fault)
    setFaults(said)
    setHasRead(true)
    if (said.length === 0) setText('')
  }

  function read() {
    if (isAllDigits(text)) {
      const card = parseMyKad(text, today())
      if (typeof card === 'string') return setFaults([['', texts(`reader.faults.${card}`)]])
      return fill({ ...card, idType: 'MYKAD', idIssuingCountry: 'MY', nationality: 'MY' }, [])
    }
    const { values, faults: found } = parseMrz(text, today())
    const { into, said } = readZone(values, found, countries ?? [], texts)
    return into ? fill(into, said) : setFaults(said)
  }
  return (
    <section className={css.reader}>
      <Textarea
        label={texts('reader.label')}
        description={texts('reader.help')}
        classNames={{ input: css.zone }}
        autosize
        minRows={2}
        maxRows={3}
        spellCheck={false}
        value={text}
        error={faults.length > 0 && faults.map(([, fault]) => fault).join(' ')}
        onChange={(event) => setText(event.currentTarget.value)}
      />
      <Button
        variant="default"
        leftSection={<IconScan size={16} stroke={1.75} />}
        disabled={text.trim() === '' || !countries}
        onClick={read}
      >
        {texts('reader.read')}
      </Button>
    </section>
  )
}

type Country = { isoAlpha3: string | null; countryCode: string }
type Zone = ReturnType<typeof parseMrz>

/** What a zone fills in, and in words what is odd about it; nothing of a text that is no zone. */
function readZone(
  values: Zone['values'],
  found: Zone['faults'],
  countries: readonly Country[],
  texts: Texts,
): { into: Record<string, string> | undefined; said: Said[] } {
  const say = (code: string, field: string, part: string): Said => [
    field,
    texts(`reader.faults.${code}`, {
      field: texts(`fields.${field}`, { defaultValue: texts('reader.zone') }),
      text: part,
    }),
  ]
  const said = found.map(({ code, field, text }) => say(code, field, text))
  if (!values) return { into: undefined, said }
  const country = (field: 'issuingCountry' | 'nationality', into: string) => {
    const code = values[field]
    const letters = countries.find(({ isoAlpha3 }) => isoAlpha3 === code)?.countryCode ?? ''
    if (letters === '' && values.format.startsWith('MRV') && field === 'issuingCountry') return ''
    if (letters === '') said.push(code === '' ? say('MRZ_EMPTY', into, '') : say('MRZ_COUNTRY', into, code))
    return letters
  }
  const { idType, gender, dateOfBirth, number, expiryDate } = values
  const into = {
    name: titled(`${values.givenNames} ${values.surname}`.trim()),
    nationality: country('nationality', 'nationality'),
    gender,
    dateOfBirth,
    idType,
    idNumber: number,
    idIssuingCountry: country('issuingCountry', 'idIssuingCountry'),
    idExpiryDate: expiryDate,
  }
  return { into, said }
}
