// Promise: every page of the product can be read by everybody, in every language, at every width.
import { crawlOn } from '../crawl/every-page.ts';

crawlOn('mobile');
