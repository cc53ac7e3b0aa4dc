import type { Page } from '@playwright/test'

import { paths } from '../src/paths'
import { screens } from '../src/screens'
import { day } from './chart'
import { expect, test, type Desk } from './hotel'
