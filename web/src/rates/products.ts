import { api, data } from '../api/client'
import { here, plans as loadPlans } from '../settings/records'

/** allProducts is every plan with its products: a product may take its price from one of another plan. */
export async function allProducts() {
  const plans = await loadPlans()
  const products = await Promise.all(
    plans.map(({ _id }) =>
      data(api.GET('/api/rate-plans/{orgId}/{planId}/products/list', { params: { path: { ...here(), planId: _id } } })),
    ),
  )
  return { plans, products: products.flatMap((list) => list ?? []) }
}
