import type { WebModule } from '#kit/web/module.web.tsx'

const candidates = () => import('./report-candidates/report-candidates.web.tsx')

export const webModule: WebModule = {
  name: 'cases',
  routes: [
    {
      path: '/compliance/report-candidates',
      permission: ['view_report_candidates'],
      load: () => candidates().then((m) => m.CandidateList),
    },
    {
      path: '/compliance/report-candidates/$id',
      permission: ['view_report_candidates'],
      load: () => candidates().then((m) => m.CandidatePage),
    },
  ],
}
