/** A node that sends one request for each item by n8n's HTTP helper, and does nothing else. */
class BareHttp {
	description = {
		displayName: 'Bare HTTP',
		name: 'bareHttp',
		group: ['output'],
		version: 1,
		description: "What n8n's HTTP helper can do",
		defaults: { name: 'Bare HTTP' },
		inputs: ['main'],
		outputs: ['main'],
		credentials: [{ name: 'stitchApi', required: true }],
		properties: [
			{ displayName: 'URL', name: 'url', type: 'string', default: '' },
			{ displayName: 'JSON', name: 'json', type: 'string', default: '' },
			{ displayName: 'At Once', name: 'atOnce', type: 'number', default: 1 },
		],
	};

	async execute() {
		const items = this.getInputData();
		const url = this.getNodeParameter('url', 0);
		const output = new Array(items.length);
		const left = items.keys();
		const send = async () => {
			for (const index of left) {
				const body = JSON.parse(this.getNodeParameter('json', index));
				const request = { method: 'POST', url, body, json: true };
				const json = await this.helpers.httpRequestWithAuthentication.call(
					this,
					'stitchApi',
					request,
				);
				output[index] = { json, pairedItem: index };
			}
		};
		await Promise.all(Array.from({ length: this.getNodeParameter('atOnce', 0) }, send));
		return [output];
	}
}

module.exports = { BareHttp };
