import dagre from '@dagrejs/dagre'
import { Link } from '@tanstack/react-router'
import { useTexts } from '#kit/web/texts.web.ts'
import type { Links } from '../profiles/profiles.contract.ts'
import { profilePath } from '../profiles/profiles.domain.ts'
import css from './profiles.module.css'

const size = { width: 208, height: 52 }
const place = 'watchlists:profiles'

/** Where everybody is drawn: a layered graph, from the left to the right. */
function layoutOf({ nodes, edges }: Links) {
  const graph = new dagre.graphlib.Graph()
  graph.setGraph({ rankdir: 'LR', nodesep: 14, ranksep: 108, marginx: 4, marginy: 4 })
  graph.setDefaultEdgeLabel(() => ({}))
  for (const { id } of nodes) graph.setNode(id, { ...size })
  for (const { from, to } of edges) graph.setEdge(from, to)
  dagre.layout(graph)
  const { width: wide = 0, height: high = 0 } = graph.graph()
  return { graph, wide, high }
}

const cut = (text: string, most: number) => (text.length > most ? `${text.slice(0, most - 1)}…` : text)

/** Where the page of an entry is, by its reference. */
const pathOf = (reference: string) => {
  const colon = reference.indexOf(':')
  return profilePath(reference.slice(0, colon), reference.slice(colon + 1))
}

/** Who is linked with whom; each leads to their own page. */
export function LinksChart({ links }: { links: Links }) {
  const texts = useTexts(place)
  const { graph, wide, high } = layoutOf(links)
  return (
    <div className={css.frame} role="region" aria-label={texts('links.title')} tabIndex={0}>
      <svg viewBox={`0 0 ${wide} ${high}`} width={wide} height={high} className={css.chart}>
        {links.edges.map(({ from, to, what }) => {
          const [a, b] = [graph.node(from), graph.node(to)]
          const way = a.x <= b.x ? 1 : -1
          const [x1, x2] = [a.x + (way * size.width) / 2, b.x - (way * size.width) / 2]
          const middle = (x1 + x2) / 2
          return (
            <g key={`${from} ${to}`}>
              <path
                d={`M ${x1} ${a.y} C ${middle} ${a.y}, ${middle} ${b.y}, ${x2} ${b.y}`}
                className={css.way}
              />
              <text x={middle} y={(a.y + b.y) / 2 + 4} className={css.what}>
                <title>{what}</title>
                {cut(what, 18)}
              </text>
            </g>
          )
        })}
        {links.nodes.map(({ id, name, schema, isSelf }) => {
          const { x, y } = graph.node(id)
          const box = (
            <>
              <title>{name}</title>
              <rect {...size} rx={schema === 'person' ? size.height / 2 : 6} />
              <text x={size.width / 2} y={23}>
                {cut(name, 26)}
              </text>
              <text x={size.width / 2} y={40} className={css.kind}>
                {texts(`schemas.${schema}`)}
              </text>
            </>
          )
          return (
            <g
              key={id}
              transform={`translate(${x - size.width / 2} ${y - size.height / 2})`}
              data-self={isSelf || undefined}
              className={css.node}
            >
              {isSelf ? (
                box
              ) : (
                <Link to={pathOf(id)} aria-label={name}>
                  {box}
                </Link>
              )}
            </g>
          )
        })}
      </svg>
    </div>
  )
}
