import { useParams } from '@tanstack/react-router'
import { bindContract } from '#kit/web/api.web.ts'
import { individualExports } from '../exports/exports.contract.ts'
import type { ListColumn } from '#kit/web/list/list-page.web.tsx'
import type { Fact } from '#kit/web/values.web.tsx'
import { type Customer, type CustomerRow, individuals } from '../profiles/profiles.contract.ts'
import { countryName } from '../profiles/fields.web.tsx'
import { lines, ProfileDetail } from '../profiles/profile-detail.web.tsx'
import { ProfileList } from '../profiles/profile-list.web.tsx'
import { Documents } from '../documents/documents.web.tsx'
import { Comments, InfoRequests } from '../notes/notes.web.tsx'
import { Holdings } from '../stakeholders/stakeholders.web.tsx'
import { ProfilePrint } from '../profiles/profile-print.web.tsx'

const api = bindContract(individuals)
const exportApi = bindContract(individualExports).export
const texts = 'customers:individuals'
const home = '/customer/individual'
const kind = { texts, api, home }

const columns: readonly ListColumn<CustomerRow>[] = [
  { key: 'name', width: 240 },
  { key: 'originalName', width: 130 },
  { key: 'idType', kind: 'value', width: 130 },
  { key: 'idNumber', kind: 'code', width: 160 },
  { key: 'nationality', cell: countryName, width: 140 },
  { key: 'dateOfBirth', kind: 'date', width: 120 },
  { key: 'phone', kind: 'code', width: 165 },
  { key: 'address', width: 280, hidden: true },
]
const summary: readonly Fact<CustomerRow>[] = [
  { key: 'name' },
  { key: 'originalName' },
  { key: 'idType', kind: 'value' },
  { key: 'idNumber', kind: 'code' },
  { key: 'nationality', cell: countryName },
  { key: 'dateOfBirth', kind: 'date' },
  { key: 'phone', kind: 'code' },
  { key: 'email' },
  { key: 'address' },
]

export const IndividualList = () => (
  <ProfileList {...kind} exports={exportApi} columns={columns} facts={summary} country="nationality" />
)

const groups: readonly { name: string; facts: readonly Fact<Customer>[] }[] = [
  {
    name: 'identity',
    facts: [
      { key: 'idType', kind: 'value' },
      { key: 'idNumber', kind: 'code' },
      { key: 'idIssuingCountry', cell: countryName },
      { key: 'idIssueDate', kind: 'date' },
      { key: 'idExpiryDate', kind: 'date' },
    ],
  },
  {
    name: 'person',
    facts: [
      { key: 'originalName' },
      { key: 'nationality', cell: countryName },
      { key: 'gender', kind: 'value' },
      { key: 'dateOfBirth', kind: 'date' },
      { key: 'countryOfBirth', cell: countryName },
      { key: 'placeOfBirth' },
    ],
  },
  {
    name: 'contact',
    facts: [
      { key: 'phone', kind: 'code' },
      { key: 'email' },
      { key: 'address', cell: lines },
      { key: 'postcode' },
      { key: 'city' },
      { key: 'state' },
      { key: 'country', cell: countryName },
    ],
  },
  {
    name: 'work',
    facts: [{ key: 'occupation' }, { key: 'employer' }, { key: 'natureOfBusiness' }, { key: 'taxNumber' }],
  },
  {
    name: 'diligence',
    facts: [
      { key: 'politicallyExposed', kind: 'value' },
      { key: 'purpose' },
      { key: 'sourceOfFunds' },
      { key: 'sourceOfWealth' },
      { key: 'expectedActivity', cell: lines },
      { key: 'remarks', cell: lines },
    ],
  },
]

export function IndividualDetail() {
  const { id = '' } = useParams({ strict: false })
  return (
    <ProfileDetail {...kind} id={id} groups={groups}>
      {(row) => (
        <>
          <Holdings customer={row} />
          <Documents customer={row} />
          <InfoRequests customer={row} />
          <Comments customer={row} />
        </>
      )}
    </ProfileDetail>
  )
}

export function IndividualPrint() {
  const { id = '' } = useParams({ strict: false })
  return (
    <ProfilePrint {...kind} id={id} groups={groups}>
      {(row) => <Holdings customer={row} />}
    </ProfilePrint>
  )
}
