import { createRoute } from '@tanstack/react-router';
import * as z from 'zod';
import { lazyView } from '../../data/lazy-component.ts';
import { rootRoute } from '../../data/root-route.ts';

/** The invoice that the view shows in its panel. */
const billingSearchSchema = z.object({ invoice: z.string().optional().catch(undefined) });

type BillingSearch = z.infer<typeof billingSearchSchema>;

export const billingRoutes = [
  createRoute({
    getParentRoute: () => rootRoute,
    path: '/billing',
    staticData: { title: 'Billing' },
    validateSearch: (search): BillingSearch => billingSearchSchema.parse(search),
    component: lazyView(() => import('./billing-view.tsx'), 'BillingView'),
  }),
] as const;
