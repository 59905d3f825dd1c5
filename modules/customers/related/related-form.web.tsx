import { useQuery } from '@tanstack/react-query'
import { useParams } from '@tanstack/react-router'
import { bindContract } from '#kit/web/api.web.ts'
import { fieldsOf } from '#kit/web/form/fields.web.tsx'
import { FieldGroup, FieldRow, FormPage } from '#kit/web/form/form-page.web.tsx'
import { Loaded } from '#kit/web/loaded.web.tsx'
import { useTexts } from '#kit/web/texts.web.ts'
import { Likely } from '../duplicates/likely.web.tsx'
import { plan } from '../individuals/individual-form.web.tsx'
import { IdentityReader } from '../individuals/identity-reader.web.tsx'
import { corporates, individuals, NewIndividual } from '../profiles/profiles.contract.ts'
import { individual } from '../profiles/profiles.domain.ts'
import { Asked, emptyOnes, useRules } from '../profiles/fields.web.tsx'
import { RelatedDraft, StakeholderDraft, stakeholders } from '../stakeholders/stakeholders.contract.ts'
import { stakeholderRoles } from '../stakeholders/stakeholders.domain.ts'

const api = bindContract(stakeholders)
const companyApi = bindContract(corporates)
const personApi = bindContract(individuals)
const place = 'customers:individuals'
const F = fieldsOf(RelatedDraft)

/** A person who is not a customer yet: registered, and joined to the company as director, owner or authorised person, at once. */
export function RelatedForm() {
  const { id: corporateId = '' } = useParams({ strict: false })
  const texts = useTexts(place)
  const rules = useRules()
  const company = useQuery(companyApi.getById.queryOptions({ id: corporateId }))
  return (
    <Loaded query={company} height={480}>
      {({ name }) => (
        <Loaded query={rules} height={480}>
          {(list) => (
            <FormPage
              texts={place}
              draft={RelatedDraft}
              api={{}}
              back={`/customer/corporate/${corporateId}`}
              also={(values) => emptyOnes(list, individual, values, texts)}
              save={(values) =>
                api.createRelatedIndividual.call({
                  corporateId,
                  person: partOf(NewIndividual.shape, values),
                  stake: partOf(StakeholderDraft.shape, values),
                })
              }
            >
              <FieldGroup name="stake" values={{ company: name }}>
                <FieldRow>
                  <F.Select name="role" choices={stakeholderRoles} />
                  <F.Number name="share" suffix="%" />
                </FieldRow>
                <F.Text name="position" />
                <FieldRow>
                  <F.Text name="authorityScope" />
                  <F.Date name="authorityExpiry" />
                </FieldRow>
              </FieldGroup>
              <IdentityReader rules={list} />
              <Likely find={personApi.findDuplicates} home="/customer/individual" exceptId={undefined} />
              <Asked plan={plan} rules={list} type={individual} />
            </FormPage>
          )}
        </Loaded>
      )}
    </Loaded>
  )
}

/** The fields of one shape out of values that hold more. */
const partOf = <S extends object, V extends Record<keyof S, unknown>>(shape: S, values: V) =>
  Object.fromEntries(Object.keys(shape).map((field) => [field, values[field as keyof S]])) as Pick<
    V,
    keyof S & keyof V
  >
