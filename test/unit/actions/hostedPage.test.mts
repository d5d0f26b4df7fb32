import { hostedPage } from '../../../nodes/Stitch/actions/hostedPage';

describe('the address of a page', () => {
	it.each([
		['https://a.test/b', 'https://a.test/b?x=1%262'],
		['https://a.test/b?c=d', 'https://a.test/b?c=d&x=1%262'],
		['https://a.test/b?c=d+e%2B#top', 'https://a.test/b?c=d+e%2B&x=1%262#top'],
	])('%s takes parameters, encoded', (url, expected) => {
		expect(hostedPage(url, { x: '1&2', y: undefined })).toBe(expected);
	});

	it('is left as it is without any', () => {
		expect(hostedPage('https://a.test/b?c=%20', { x: undefined })).toBe('https://a.test/b?c=%20');
	});

	it.each([undefined, null, '', 7, 'nowhere'])('is undefined for %j', (url) => {
		expect(hostedPage(url, { x: '1' })).toBeUndefined();
	});
});
