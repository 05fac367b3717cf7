// Promise: every page of the product can be read by every user, in every language, at every width.
import { crawlOn } from '../crawl/every-page.ts';

crawlOn('mobile');
