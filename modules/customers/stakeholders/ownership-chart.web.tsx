import dagre from '@dagrejs/dagre'
import { useTexts } from '#kit/web/texts.web.ts'
import type { Ownership } from './stakeholders.contract.ts'
import css from './ownership.module.css'

const width = 190
const height = 56
const place = 'customers:stakeholders'

/** Where everything is drawn: owners above what they own, as a layered graph. */
function layoutOf({ people, shares }: Ownership) {
  const graph = new dagre.graphlib.Graph()
  graph.setGraph({ rankdir: 'TB', nodesep: 24, ranksep: 64, marginx: 8, marginy: 8 })
  graph.setDefaultEdgeLabel(() => ({}))
  for (const { id } of people) graph.setNode(id, { width, height })
  for (const { holderId, corporateId } of shares) graph.setEdge(holderId, corporateId)
  dagre.layout(graph)
  const { width: wide = 0, height: high = 0 } = graph.graph()
  return { graph, wide, high }
}

const short = (name: string) => (name.length > 24 ? `${name.slice(0, 23)}…` : name)

/** Who owns how much of a company, up to the persons at the ends; whoever holds more than a quarter stands out. */
export function OwnershipChart({ ownership }: { ownership: Ownership }) {
  const texts = useTexts(place)
  const { graph, wide, high } = layoutOf(ownership)
  return (
    <div className={css.frame}>
      <svg
        viewBox={`0 0 ${wide} ${high}`}
        width={wide}
        height={high}
        role="img"
        aria-label={texts('chart')}
        className={css.chart}
      >
        {ownership.shares.map(({ holderId, corporateId, share }) => {
          const from = graph.node(holderId)
          const to = graph.node(corporateId)
          const [x1, y1, x2, y2] = [from.x, from.y + height / 2, to.x, to.y - height / 2]
          const middle = (y1 + y2) / 2
          return (
            <g key={`${holderId} ${corporateId}`}>
              <path d={`M ${x1} ${y1} C ${x1} ${middle}, ${x2} ${middle}, ${x2} ${y2}`} className={css.way} />
              <text x={(x1 + x2) / 2} y={middle} className={css.share}>
                {`${Number(share)}%`}
              </text>
            </g>
          )
        })}
        {ownership.people.map(({ id, name, customerType, effective }) => {
          const { x, y } = graph.node(id)
          const isMain = customerType === 1 && effective !== null && Number(effective) > 25
          return (
            <g
              key={id}
              transform={`translate(${x - width / 2} ${y - height / 2})`}
              data-kind={effective === null ? 'self' : isMain ? 'main' : undefined}
              className={css.node}
            >
              <title>{name}</title>
              <rect width={width} height={height} rx={customerType === 1 ? height / 2 : 6} />
              <text x={width / 2} y={effective === null ? 33 : 25}>
                {short(name)}
              </text>
              {effective !== null && (
                <text x={width / 2} y={43} className={css.effective}>
                  {texts('effective', { share: Number(effective) })}
                </text>
              )}
            </g>
          )
        })}
      </svg>
    </div>
  )
}
