package rateplan

import (
	"slices"

	"sarai/internal/kit/web"
	"sarai/internal/record/may"
)

const (
	planNote = "A plan sells nothing before it has products: one for each room category. Who sees it is its audience: " +
		"public; private, for who asks for its code; company; promo, for who knows one of its promoCodes."
	updateNote  = "Fields that are left out keep their value, null goes back to the default."
	productNote = "Without a parent it has a defaultPrice. With one, it takes its price from the parent by the rules, " +
		"in their order, exactly and rounded once at the end (halves away from zero), and the parent's restrictions as " +
		"they are; inherits switches each of these off. Nothing derived is stored."
	policyNote = "steps are in order, the longest time before check-in first; the last one is for all who cancel later " +
		"and has no time. The text for the guest is made from these numbers."
	serviceNote = "In products of includedIn the price of the night has it inside, and it bears no tax of its own; with " +
		"all others it can be added."
)

// Routes are the endpoints of /api/rate-plans, /api/policies, /api/age-bands and /api/services.
func (s *Service) Routes() []web.Route {
	return slices.Concat(s.planRoutes(), s.extraRoutes())
}

func (s *Service) planRoutes() []web.Route {
	const plans = "/api/rate-plans/{orgId}"
	const products = plans + "/{planId}/products"
	return []web.Route{
		web.Create(plans+"/create", may.Create(may.Rooms), s.httpCreatePlan, "Add a rate plan").With(planNote),
		web.Get(plans+"/list", may.View(may.Rooms), s.httpListPlans, "List the rate plans by their codes"),
		web.Get(plans+"/{planId}", may.View(may.Rooms), s.httpGetPlan, "Show a rate plan"),
		web.Put(plans+"/{planId}/update", may.Manage(may.Rooms), s.httpUpdatePlan, "Change a rate plan").With(updateNote),
		web.Delete(plans+"/{planId}/delete", may.Delete(may.Rooms), s.httpDeletePlan, "Delete a rate plan").
			With("Refused while it has products; isActive false takes it off sale."),
		web.Create(products+"/create", may.Create(may.Rooms), s.httpCreateProduct, "Sell a rate plan in a category").
			With(productNote),
		web.Get(products+"/list", may.View(may.Rooms), s.httpListProducts, "List the products of a rate plan"),
		web.Get(products+"/{productId}", may.View(may.Rooms), s.httpGetProduct, "Show a product"),
		web.Put(products+"/{productId}/update", may.Manage(may.Rooms), s.httpUpdateProduct, "Change a product").
			With(updateNote + " What was set for single dates stays, and counts again when the product no longer derives it."),
		web.Delete(products+"/{productId}/delete", may.Delete(may.Rooms), s.httpDeleteProduct, "Delete a product").
			With("What was set for its dates goes too. Refused while others derive from it."),
	}
}

func (s *Service) extraRoutes() []web.Route {
	const policies, bands, services = "/api/policies/{orgId}", "/api/age-bands/{orgId}", "/api/services/{orgId}"
	return []web.Route{
		web.Create(policies+"/create", may.Create(may.Rooms), s.httpCreatePolicy, "Add a policy").With(policyNote),
		web.Get(policies+"/list", may.View(may.Rooms), s.httpListPolicies, "List the policies by their names"),
		web.Get(policies+"/{policyId}", may.View(may.Rooms), s.httpGetPolicy, "Show a policy"),
		web.Put(policies+"/{policyId}/update", may.Manage(may.Rooms), s.httpUpdatePolicy, "Change a policy").
			With("Fields that are left out keep their value; steps are replaced together."),
		web.Delete(policies+"/{policyId}/delete", may.Delete(may.Rooms), s.httpDeletePolicy, "Delete a policy").
			With("Refused while a rate plan has it."),
		web.Create(bands+"/create", may.Create(may.Rooms), s.httpCreateBand, "Add an age band of children").
			With("Products have prices by them. Where a hotel has bands, a child older than all of them is priced as an adult."),
		web.Get(bands+"/list", may.View(may.Rooms), s.httpListBands, "List the age bands, the youngest first"),
		web.Get(bands+"/{ageBandId}", may.View(may.Rooms), s.httpGetBand, "Show an age band"),
		web.Put(bands+"/{ageBandId}/update", may.Manage(may.Rooms), s.httpUpdateBand, "Change an age band"),
		web.Delete(bands+"/{ageBandId}/delete", may.Delete(may.Rooms), s.httpDeleteBand, "Delete an age band").
			With("Refused while a product has a price for it."),
		web.Create(services+"/create", may.Create(may.Rooms), s.httpCreateService, "Add a service").With(serviceNote),
		web.Get(services+"/list", may.View(may.Rooms), s.httpListServices, "List the services by their names"),
		web.Get(services+"/{serviceId}", may.View(may.Rooms), s.httpGetService, "Show a service"),
		web.Put(services+"/{serviceId}/update", may.Manage(may.Rooms), s.httpUpdateService, "Change a service").
			With(updateNote),
		web.Delete(services+"/{serviceId}/delete", may.Delete(may.Rooms), s.httpDeleteService, "Delete a service"),
	}
}
