import { maskNumbers } from '../../../nodes/Stitch/transport/mask';

it.each([
	['paid to 1234567890', 'paid to …90'],
	['62 1234 5678 90', '…90'],
	['1234567890.00', '…90.00'],
	['\uff11\uff12\uff13\uff14\uff15\uff16', '…\uff15\uff16'],
	['from 2026-11-20 on', 'from 2026-11-20 on'],
	['code 12345', 'code 12345'],
])('shows %j as %j', (text, shown) => {
	expect(maskNumbers(text)).toBe(shown);
});
